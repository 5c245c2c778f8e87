import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryOf } from '../../../../platform/web/calls/queryOf.ts'
import { type ExampleOf, resembles, storage } from '../../../../platform/web/storage.ts'
import { openHouseCalls, type SignInPage } from '../../contract.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

const keyOf = (token: string): string => `openHouse:page:${token}`

const example: ExampleOf<SignInPage> = {
  ...{ open_house_id: 0, starts_at: '', ends_at: '', is_cancelled: false, zone: '', address: '', place: '' },
  ...{ property_type: '', cover: null, mls_photo_base: null, consent_wording: '' },
}

/** The page for visitors, as this tablet knew it last where there is no network. */
async function fetchPage(token: string, signal: AbortSignal): Promise<SignInPage> {
  try {
    const page = await call(openHouseCalls.signInPage, { token }, { signal })
    storage.write(keyOf(token), page)
    return page
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) storage.remove(keyOf(token))
    const known = storage.read(keyOf(token), WEEK_MS)
    const isSilent = error instanceof ApiError && error.status === 0
    if (isSilent && resembles(known, example)) return known
    throw error
  }
}

/** What the holder of a link sees; asked again every minute, as it may be changed or cancelled meanwhile. */
export const signInPageQuery = (token: string) =>
  queryOptions({
    ...queryOf(openHouseCalls.signInPage, { token }, { topics: [], fetch: ({ signal }) => fetchPage(token, signal) }),
    retry: false,
    refetchInterval: MINUTE_MS,
  })
