import { z } from 'zod'
import { postForm } from './ask.ts'
import type { GoogleService } from './config.ts'
import { errorOf, GoogleError } from './errors.ts'

/** What a refresh brings. */
export interface GoogleTokens {
  access_token: string
  /** Seconds until the access token ends. */
  expires_in: number
  /** Another refresh token, where Google gave one. */
  refresh_token: string | null
  /** Seconds until the refresh token itself ends; `null` for one that lasts. Applications that are being tested get seven days. */
  refresh_token_expires_in: number | null
}

const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(3600),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().positive().optional(),
})

/** Gets a new access token. Throws a `GoogleError`, `revoked` when the access is over. */
export async function refreshTokens(service: GoogleService, refreshToken: string): Promise<GoogleTokens> {
  const { status, answer, retryAfter } = await postForm(service.tokenUrl, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: service.clientId,
    client_secret: service.clientSecret,
  })
  if (status >= 400) {
    const { error } = (answer ?? {}) as { error?: unknown }
    if (error === 'invalid_grant') throw new GoogleError('The access was ended.', 'revoked', { status })
    // A wrong client id is our own fault: nobody's access ended by it.
    const meant = errorOf(status, typeof error === 'string' ? error : '', retryAfter)
    throw meant.reason === 'revoked' ? new GoogleError(meant.message, 'refused', { status }) : meant
  }
  const read = Answer.safeParse(answer)
  if (!read.success) throw new GoogleError('Google’s answer cannot be read.', 'unreachable', { status })
  const { refresh_token = null, refresh_token_expires_in = null, ...tokens } = read.data
  return { ...tokens, refresh_token, refresh_token_expires_in }
}

/** Ends the access at Google. One that is over already is no failure. */
export async function revokeToken(service: GoogleService, token: string): Promise<void> {
  const { status, retryAfter } = await postForm(service.revokeUrl, { token })
  if (status >= 400 && status !== 400) throw errorOf(status, '', retryAfter)
}

/** Why the registered application cannot be used; `null` when it can. A token that nobody has is refused in other words. */
export async function googleProblem(service: GoogleService): Promise<string | null> {
  try {
    await refreshTokens(service, 'none')
    return null
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    if (error.reason === 'revoked') return null
    return error.reason === 'refused' ? 'Google refused the application or its secret.' : error.message
  }
}
