import type { Config } from '../../../../platform/server/config.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { ProviderHealth } from '../../contract.ts'
import { healthOf, type ProviderId, providerIds } from '../../rules/providers.ts'
import {
  callsSeen,
  dotloopSeen,
  gmailSeen,
  googleCalendarSeen,
  identitySeen,
  listingsSeen,
  loneWolfSeen,
  messagesSeen,
  type Seen,
} from '../queries/health.ts'

/** How the product is connected to a provider. */
interface Connection {
  is_configured: boolean
  /** Where it is, when it has an address of its own. */
  url: string | null
}

const connectionsOf = (config: Config): Readonly<Record<ProviderId, Connection>> => ({
  identity: { is_configured: true, url: config.identity?.issuer ?? 'http://localhost' },
  mail: { is_configured: config.mailUrl !== null, url: config.mailUrl },
  texts: { is_configured: config.twilio !== null, url: config.twilio?.apiUrl ?? null },
  calls: {
    is_configured: config.voice !== null || config.mode === 'demo',
    url: config.voice ? null : 'http://localhost',
  },
  gmail: { is_configured: config.google !== null, url: config.gmailUrl },
  google_calendar: { is_configured: config.google !== null, url: config.googleCalendarUrl },
  listings: { is_configured: config.mls !== null, url: config.mls?.url ?? null },
  dotloop: { is_configured: config.dotloop !== null, url: config.dotloop?.apiUrl ?? null },
  lone_wolf: { is_configured: config.loneWolf !== null, url: config.loneWolf?.url ?? null },
})

/** What stands in for providers of a demo runs on this machine. */
const isStandIn = ({ mode }: Config, { url }: Connection): boolean =>
  mode === 'demo' && url !== null && ['localhost', '127.0.0.1'].includes(URL.parse(url)?.hostname ?? '')

const counted = (count: number, [one, many]: readonly [string, string]) =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`

const lookups: Readonly<
  Record<ProviderId, { look(ctx: QueryContext): Promise<Seen>; noun: readonly [string, string] }>
> = {
  identity: { look: identitySeen, noun: ['person has signed in with it', 'people have signed in with it'] },
  mail: { look: ctx => messagesSeen(ctx, 'email'), noun: ['e-mail sent lately', 'e-mails sent lately'] },
  texts: { look: ctx => messagesSeen(ctx, 'text'), noun: ['text sent lately', 'texts sent lately'] },
  calls: { look: callsSeen, noun: ['call connected lately', 'calls connected lately'] },
  gmail: { look: gmailSeen, noun: ['connected mailbox', 'connected mailboxes'] },
  google_calendar: { look: googleCalendarSeen, noun: ['connected calendar', 'connected calendars'] },
  listings: { look: listingsSeen, noun: ['home on the market', 'homes on the market'] },
  dotloop: { look: dotloopSeen, noun: ['connected account', 'connected accounts'] },
  lone_wolf: { look: loneWolfSeen, noun: ['trade confirmed', 'trades confirmed'] },
}

/** How every provider stands, from what the product has seen of it; nobody is asked for it now. */
export async function providerHealth(ctx: QueryContext): Promise<ProviderHealth[]> {
  const connections = connectionsOf(ctx.config)
  const health: ProviderHealth[] = []
  for (const id of providerIds) {
    const { look, noun } = lookups[id]
    const { holds, ...seen } = await look(ctx)
    const { is_configured } = connections[id]
    health.push({
      id,
      refused: 0,
      ...seen,
      state: healthOf({ is_configured, ...seen }),
      is_stand_in: isStandIn(ctx.config, connections[id]),
      holds: counted(holds, noun),
    })
  }
  return health
}
