import { byId, inputById } from './element.js';

/** Keeps it as long as the tab is open. */
const PLACE = 'lockline-token';

export function keptToken(): string | undefined {
  return sessionStorage.getItem(PLACE) ?? undefined;
}

export function forgetToken(): void {
  sessionStorage.removeItem(PLACE);
}

/** Asks for a token until one is given; `reason` says why, where one was given before. */
export function askForToken(reason: string): Promise<string> {
  const [place, field] = [byId('signing'), inputById('token')];
  byId('sign-in-error').textContent = reason;
  place.hidden = false;
  field.focus();
  return new Promise((resolve) => {
    const take = (event: Event): void => {
      event.preventDefault();
      const token = field.value.trim();
      if (token === '') return;
      byId('sign-in').removeEventListener('submit', take);
      field.value = '';
      place.hidden = true;
      sessionStorage.setItem(PLACE, token);
      resolve(token);
    };
    byId('sign-in').addEventListener('submit', take);
  });
}
