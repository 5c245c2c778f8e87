import type { HandlerExtra, Handlers } from '../../../platform/server/calls/handlers.ts'
import type { RemoteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import type { EventType } from '../../intake/contract/events.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { changeDemoListings } from '../../listings/server/commands.ts'
import { type Scene, type Simulated, scenes, type simulateCalls } from '../contract.ts'
import { portalMail, reduced, strangerOf } from '../rules.ts'
import { contactsOfLead, lastSentEmail, leadByEmail, nextStranger, type SceneListing, someListing } from './queries.ts'
import { bounceOf, callFrom, emailFrom, mailFromPortal, reportFromSite, textFrom, unsubscribe } from './remote.ts'

type Asked = InputOf<typeof simulateCalls.play>

const nothing = { lead_id: null, mls_number: null }

export const simulateHandlers: Handlers<typeof simulateCalls> = {
  async play(ctx, asked, extra) {
    if (ctx.config.mode !== 'demo') throw notFound('page')
    const { of } = scenes[asked.scene]
    if (of === 'nobody') return playStranger(ctx, asked.scene)
    return of === 'lead' ? playLead(ctx, asked, extra) : playListing(ctx, asked.scene)
  },
}

/** Somebody whom nobody knows yet. */
async function playStranger(ctx: RemoteContext, scene: Scene): Promise<Simulated> {
  const { number, phone: free } = await nextStranger(ctx)
  const person = strangerOf(number, free)
  const name = `${person.first_name} ${person.last_name}`
  const home = await requireListing(ctx)
  if (scene === 'portal_mail') {
    await mailFromPortal(ctx, portalMail(person, { ...home, at: ctx.now }))
    return { ...nothing, sentence: `A portal wrote that ${name} asks about ${home.address}.` }
  }
  const { email, phone, first_name, last_name } = person
  const data = { mls_number: home.mls_number, consent: { channels: ['email' as const], text: 'Send me new homes.' } }
  await reportFromSite(ctx, { type: 'signed_up', person: { first_name, last_name, email, phone }, data })
  const lead_id = await leadByEmail(ctx, email)
  return { ...nothing, sentence: `${name} signed up on the site.`, lead_id }
}

const eventOf: Partial<Record<Scene, { type: EventType; did: string }>> = {
  view: { type: 'listing_viewed', did: 'viewed' },
  favourite: { type: 'favourited', did: 'saved' },
  viewing: { type: 'viewing_requested', did: 'asked to see' },
}

/** A lead that the caller chose among those whom they may open. */
async function playLead(
  ctx: RemoteContext,
  { scene, lead_id, text = '' }: Asked,
  { header }: HandlerExtra,
): Promise<Simulated> {
  if (lead_id === undefined) throw invalid({ lead_id: ['Choose a lead.'] })
  const { first_name, last_name } = await requireLead(ctx, lead_id)
  const { email, phone } = await contactsOfLead(ctx, lead_id)
  const name = `${first_name} ${last_name}`.trim() || 'No name'
  const event = eventOf[scene]
  if (event) {
    if (!email && !phone) throw conflict(`${name} has no e-mail address and no number.`)
    const { mls_number, address } = await requireListing(ctx)
    await reportFromSite(ctx, { type: event.type, person: { email, phone }, data: { mls_number } })
    return { sentence: `${name} ${event.did} ${address}.`, lead_id, mls_number }
  }
  if (scene === 'email' || scene === 'bounce' || scene === 'unsubscribe') {
    if (!email) throw conflict(`${name} has no e-mail address.`)
    return { ...nothing, sentence: await playMail(ctx, scene, { name, email, lead_id, text }), lead_id }
  }
  if (!phone) throw conflict(`${name} has no number.`)
  if (scene === 'call') {
    await callFrom(ctx, phone, header('authorization') ?? '')
    return { ...nothing, sentence: `${name} is calling.`, lead_id }
  }
  await textFrom(ctx, phone, text.trim() || 'Is it still available?')
  return { ...nothing, sentence: `${name} sent a text.`, lead_id }
}

/** What comes of e-mails to a lead; answers what happened. */
async function playMail(
  ctx: RemoteContext,
  scene: 'email' | 'bounce' | 'unsubscribe',
  { name, email, lead_id, text }: { name: string; email: string; lead_id: number; text: string },
): Promise<string> {
  if (scene === 'email') {
    await emailFrom(ctx, { name, email, lead_id, text: text.trim() || 'Thanks, Saturday at 2 works for us.' })
    return `${name} replied by e-mail.`
  }
  if (scene === 'unsubscribe') {
    await unsubscribe(ctx, lead_id)
    return `${name} unsubscribed from commercial e-mail.`
  }
  const sent = await lastSentEmail(ctx, lead_id)
  if (sent === null) throw conflict(`No e-mail to ${name} has gone out yet. Write one first.`)
  await bounceOf(ctx, sent)
  return `The last e-mail to ${name} bounced.`
}

/** The listing service, which is read at once. */
async function playListing(ctx: RemoteContext, scene: Scene): Promise<Simulated> {
  if (ctx.config.mls === null) throw conflict('This demo has no listing service.')
  const home = scene === 'price' ? await requireListing(ctx) : null
  const price = home && reduced(home.price)
  const change = home && price ? { mls_number: home.mls_number, price } : null
  const mls_number = await ctx.transaction(tx => changeDemoListings(tx, change))
  const sentence = home ? `${home.address} is now $${price?.toLocaleString('en-CA')}.` : 'A new home is on the market.'
  return { ...nothing, sentence, mls_number }
}

async function requireListing(ctx: RemoteContext): Promise<SceneListing> {
  const home = await someListing(ctx)
  if (!home) throw conflict('There are no listings yet.')
  return home
}
