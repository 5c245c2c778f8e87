/** A cookie that only the server reads. */
export interface ServerCookie {
  name: string
  /** Without characters that cookies give a meaning to; empty removes it. */
  value: string
  path: string
  seconds: number
  /** Whether browsers may send it over https only. */
  secure: boolean
}

/** The header that sets a cookie. It travels on navigations from other sites, as those that end a sign-in do, and on no other requests of theirs. */
export const setCookie = ({ name, value, path, seconds, secure }: ServerCookie): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

/** The value of a cookie in the header of a request; `null` when it is not there. */
export function cookieIn(header: string | null | undefined, name: string): string | null {
  const start = `${name}=`
  const found = (header ?? '').split(/;\s*/).find(part => part.startsWith(start))
  return found ? found.slice(start.length) : null
}
