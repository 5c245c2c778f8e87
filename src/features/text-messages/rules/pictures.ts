/** What a text without words says: "A picture", "3 pictures"; empty for none. */
export const picturesText = (count: number): string =>
  count === 0 ? '' : count === 1 ? 'A picture' : `${count} pictures`
