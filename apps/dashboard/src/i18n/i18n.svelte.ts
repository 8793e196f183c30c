import { en, type Texts } from './en/texts.ts';

/** The languages of the page, each with its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export const languageOptions = [
  ['en', languages.en],
  ['de', languages.de],
] as const satisfies readonly (readonly [Language, string])[];

const STORED = 'cairn-language';
const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import('./de/texts.ts')).de,
};

class I18n {
  language = $state<Language>('en');
  t = $state.raw<Texts>(en);

  /** Switches the language, also for the next visits. */
  async use(language: Language): Promise<void> {
    this.t = await load[language]();
    this.language = language;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem(STORED, language);
    await this.use(language);
  }

  /** The language that was chosen before, or else the browser's first language that is available. */
  preferred(): Language {
    const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
    return wanted.find((tag): tag is Language => tag in languages) ?? 'en';
  }

  number(value: number): string {
    return value.toLocaleString(this.language);
  }

  /** Of a part of 1. */
  percent(share: number): string {
    return share.toLocaleString(this.language, { style: 'percent' });
  }

  date(time: string | number): string {
    return new Date(time).toLocaleDateString(this.language, { dateStyle: 'medium' });
  }

  time(time: string | number): string {
    return new Date(time).toLocaleString(this.language, { dateStyle: 'medium', timeStyle: 'short' });
  }

  /** Such as `3 days ago`. */
  ago(time: string | number): string {
    const seconds = (Date.parse(new Date(time).toISOString()) - Date.now()) / 1_000;
    const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
    const format = new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' });
    return Math.abs(seconds) < 45
      ? format.format(0, 'second')
      : format.format(Math.round(seconds / size), unit);
  }

  /** Such as `3 min`. Rounds up to at most two units, because an estimate is not more precise. */
  duration(seconds: number): string {
    const whole = Math.max(1, Math.ceil(seconds));
    const minutes = Math.ceil(whole / 60);
    const text = (value: number, unit: 'second' | 'minute' | 'hour'): string =>
      value.toLocaleString(this.language, { style: 'unit', unit, unitDisplay: 'short' });
    if (whole < 60) return text(whole, 'second');
    if (minutes < 60) return text(minutes, 'minute');
    const rest = minutes % 60;
    return [text(Math.floor(minutes / 60), 'hour'), ...(rest > 0 ? [text(rest, 'minute')] : [])].join(' ');
  }

  bytes(size: number): string {
    const power = size < 1_000 ? 0 : size < 1_000_000 ? 1 : size < 1_000_000_000 ? 2 : 3;
    const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[power];
    return (size / 1_000 ** power).toLocaleString(this.language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: power === 0 || size / 1_000 ** power >= 100 ? 0 : 1,
    });
  }
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export const i18n = new I18n();
