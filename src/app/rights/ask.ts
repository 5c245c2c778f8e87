import type { World } from './world.ts'

/** What a call is asked with, so that its handler really runs. */
export interface Ask {
  /** Parameters of the path. */
  path?: Record<string, string | number>
  body?: object
  /** What the browser holds as cookies. */
  cookie?: string
  /** Sent as multipart. */
  form?: FormData
  /** Ends or changes the session: it gets one of its own. */
  isLast?: true
  /** Whose right it is, and who reaches no such record all the same. */
  reachesNone?: readonly string[]
  /** Whose right it is, and whom the handler refuses nevertheless. */
  refuses?: readonly string[]
}

type Request = (world: World, account: string) => Ask | Promise<Ask>

/** Valid requests by the name of the call; the account is who asks. */
export type Requests = Readonly<Record<string, Request>>

/** Has the right to look leads up, and reaches none here. */
export const reachesNone: readonly string[] = ['deals']

/** A call that needs to be told nothing. */
export const nothing: Request = () => ({})

/** A call that is told the same by everybody. */
export const body =
  (fields: object): Request =>
  () => ({ body: fields })

/** A call about a lead of whoever asks. */
export const aboutLead =
  (fields: object = {}, name = 'id'): Request =>
  async (world, account) => ({ path: { [name]: await world.lead(account) }, body: fields, reachesNone })
