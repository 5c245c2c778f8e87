import type { CallTable } from '../platform/wire/call.ts'
import type { World } from './world.ts'

/** The kinds of people of the demo accounts. */
export const everybody = ['agent', 'agent2', 'teamlead', 'newagent', 'admin', 'deals', 'desk', 'super'] as const
type Account = (typeof everybody)[number]

export const office: readonly Account[] = ['admin', 'super']
/** Everybody who looks leads up. */
export const leadPeople: readonly Account[] = ['agent', 'agent2', 'teamlead', 'newagent', 'admin', 'deals', 'super']
export const agents: readonly Account[] = ['agent', 'agent2', 'teamlead', 'newagent']
export const teamPeople: readonly Account[] = ['teamlead', 'admin', 'super']

/** The accounts that reach a lead of `agent`, by the calls that name one record; all others hear that it does not exist. */
export const reachesAgentsLead: readonly Account[] = ['agent', 'teamlead', 'admin', 'super']

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

/** Makes a valid request; the account is who asks. */
export type Request = (world: World, account: string) => Ask | Promise<Ask>

/** The accounts that get past the right of a call, where `public` needs no sign-in, and a valid request for it. */
export type CallRights = readonly [
  who: readonly Account[] | 'public',
  /** `no record`: a fresh installation has nothing to ask about, so that nobody can be asked here. */
  request: Request | 'no record',
  /** `in turn`: the requests of several people would be about the same record. */
  way?: 'in turn',
]

/** Who may ask what of a feature. */
export interface FeatureRights {
  calls: CallTable
  rows: Readonly<Record<string, CallRights>>
}

/** Declares who may make each call of a table; a call that is left out does not compile. */
export const defineRights = <Table extends CallTable>(
  calls: Table,
  rows: Readonly<Record<keyof Table & string, CallRights>>,
): FeatureRights => ({ calls, rows })

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

/** A call about a deal of whoever asks. */
export const aboutDeal =
  (fields: object = {}): Request =>
  async (world, account) => ({ path: { id: await world.deal(account) }, body: fields })
