import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { lazily } from './api/lazy.ts';
import { i18n } from './i18n/i18n.svelte.ts';
import { theme } from './shell/theme.svelte.ts';

const target = document.getElementById('page');
if (target === null) throw new Error('The document has no place for the page.');
theme.start();
const language = i18n.preferred();
// Without the texts, the page is in English until they can be loaded.
await i18n.use(language).catch(() => void lazily(() => i18n.use(language)));
mount(App, { target });
