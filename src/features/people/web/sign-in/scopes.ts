/** What the person granted; mail and calendar are tracked apart. */
export interface Scopes {
  hasEmailAccess: boolean
  hasCalendarAccess: boolean
}

const MAIL = /(?:^mail$|gmail|mail\.read)/
const CALENDAR = /(?:^|[./])calendar(?:$|[./])/

/** Reads the granted scopes, by name or by their full address. */
export const scopesOf = (granted: readonly string[]): Scopes => ({
  hasEmailAccess: granted.some(scope => MAIL.test(scope)),
  hasCalendarAccess: granted.some(scope => CALENDAR.test(scope)),
})
