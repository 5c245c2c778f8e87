/** A text without e-mail addresses and numbers by which people are reached. */
export const withoutContacts = (text: string): string =>
  text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '[address]').replace(/\+?\d(?:[\s().-]{0,2}\d){6,}/g, '[number]')
