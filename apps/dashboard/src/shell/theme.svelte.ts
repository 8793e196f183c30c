export const themes = ['system', 'light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];

const STORED = 'cairn-theme';

/** The colours of the page: those of the system, or what was chosen in this browser. */
class Theme {
  name = $state<ThemeName>('system');

  start(): void {
    this.name = themes.find((each) => each === localStorage.getItem(STORED)) ?? 'system';
    this.show();
  }

  choose(name: ThemeName): void {
    this.name = name;
    localStorage.setItem(STORED, name);
    this.show();
  }

  private show(): void {
    if (this.name === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.name;
  }
}

export const theme = new Theme();
