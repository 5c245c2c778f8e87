/** What people hear for whom the page is switched off. */
export const SWITCHED_OFF = 'Claiming leads is not switched on for you.'

const MIN_DOTS = 2
const MAX_DOTS = 6

/** A name that gives nobody away: "R••••• S.". Long and short names have as many dots as usual ones. */
export function maskedName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const [initial = '', ...rest] = [...first_name.trim()]
  const [last] = [...last_name.trim()]
  const dots = '•'.repeat(Math.min(MAX_DOTS, Math.max(MIN_DOTS, rest.length)))
  return `${initial.toUpperCase()}${dots}${last ? ` ${last.toUpperCase()}.` : ''}`
}
