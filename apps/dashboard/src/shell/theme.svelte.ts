export const themes = ['system', 'light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];

const STORED = 'cairn-theme';

/** The theme of the page: that of the system, or the one chosen in this browser. */
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
