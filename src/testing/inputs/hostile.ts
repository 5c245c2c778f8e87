/** Pairs of a form, by their number, of which many together once cost a server minutes. */
export const hostileForms: Readonly<Record<string, (at: number) => string>> = {
  'one list with high numbers': at => `a[${at}]=1`,
  'one list from its end': at => `a[${49_999 - at}]=1`,
  'lists with a high number inside each other': at => `a[49999][49999][${49_999 - at}]=`,
  'lists with a high number that grow by objects': at => `a[49999][${49_999 - at}][${at}]=1`,
  'lists with gaps': at => `a[${at}][99]=1`,
  'many lists with gaps': at => `k${at}[99][99]=1`,
  'lists and objects by turns': at => (at % 2 ? `a[b${at}]=1` : 'a[]=1'),
  'texts and objects by turns': at => (at % 2 ? `a[b${at}]=1` : 'a=1'),
  'numbers that come back': at => `a[${at % 150}][b][${at % 101}]=1`,
  'one value again and again': () => 'a=1',
  'a name for each value': at => `k${at}=1`,
  'open brackets': () => '[[[[[[[[[[[[[[',
  'closed brackets': () => ']]]]]]]]]]]]]=',
  'names of objects': () => '__proto__[a]=1&constructor[prototype][a]=1&toString=1',
}
