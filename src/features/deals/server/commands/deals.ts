import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import type { DealChange } from '../../contract.ts'
import { closingDayChanged, closingGaps, dealChanged, dealStatusChanged, dealsCreated } from '../../events.ts'
import { dealTitle } from '../../rules/address.ts'
import { commissionOf, splitCommission, WHOLE_RATE } from '../../rules/commission.ts'
import { todayIn } from '../../rules/days.ts'
import { type ClientSide, dealStatus, type SplitParty, seesAllDeals, sideOf } from '../../rules/kinds.ts'
import { dealAudience, type FoundDeal, leadsOfDeal, lockDeal, mayChangeDeal } from '../queries/reach.ts'
import {
  type ChangedColumns,
  type DealColumns,
  insertClients,
  insertDeal,
  insertSplits,
  insertStatusChange,
  nextSubmission,
  updateDeal,
} from '../queries/writes.ts'

/** Somebody on a new deal. */
export interface NewClient {
  /** The side of the deal's type when not said. */
  side?: ClientSide
  first_name: string
  middle_name?: string
  last_name: string
  email?: string | null
  /** E.164. */
  phone?: string | null
  is_repeat?: boolean
  is_personal?: boolean
  /** The lead that the person is, as somebody chose it; checked by the caller. */
  lead_id?: number | null
}

/** A part of the commission of a new deal; the rates of all add up to 100 % (`WHOLE_RATE`). */
export interface NewSplit {
  party: SplitParty
  /** Of an agent of ours, and of nobody else. */
  agent_id?: number | null
  name?: string
  rate: number
  notes?: string
}

type Given = Partial<Omit<DealColumns, 'ds_id' | 'gross' | 'agents_net' | 'type' | 'price'>>

/** A deal that begins. Money is in cents, days are yyyy-MM-dd. */
export interface NewDeal extends Given {
  type: number
  price: number
  /** The whole commission; from the price and `commission_rate` when not said. */
  gross?: number
  /** Whether it comes from the submission form, and gets a number of its own there. */
  is_submission?: boolean
  clients: readonly NewClient[]
  splits: readonly NewSplit[]
}

/** A stored deal, with its clients in the order in which they were given. */
export interface CreatedDeal {
  id: number
  ds_id: number | null
  client_ids: number[]
}

const empty = {
  agent_id: null,
  mls_number: null,
  listing_id: null,
  street_number: '',
  street_name: '',
  street_direction: '',
  unit: '',
  city: '',
  province: 'ON',
  postal_code: '',
  deposit: null,
  commission_rate: null,
  offer_date: null,
  firm_date: null,
  close_date: null,
  coop_first_name: '',
  coop_last_name: '',
  coop_brokerage: '',
  listing_owners: '',
  notes: '',
}

/**
 * Stores a deal with its clients and the parts of its commission, in the caller's transaction: what belongs to it in other
 * features (required documents, files) the caller adds in the same one. Refuses parts that do not add up to 100 %.
 */
export async function createDeal(ctx: Change, deal: NewDeal): Promise<CreatedDeal> {
  const { clients, splits, is_submission = false, gross: given, ...columns } = deal
  const gross = given === undefined ? commissionOf(BigInt(deal.price), deal.commission_rate ?? 0) : BigInt(given)
  const shares = sharesOf(gross, splits)
  const agents = shares.filter(({ party }) => party === 'agent')
  const ds_id = is_submission ? await nextSubmission(ctx) : null
  const status = columns.status ?? (is_submission ? dealStatus.submitted : dealStatus.draft)
  const id = await insertDeal(ctx, {
    ...empty,
    ...columns,
    status,
    ds_id,
    gross: Number(gross),
    agents_net: agents.reduce((sum, { amount }) => sum + amount, 0),
  })
  await insertStatusChange(ctx, id, status)
  await insertSplits(ctx, id, shares)
  const client_ids = await insertClients(ctx, id, clients.map(clientColumns(deal.type)))
  ctx.audit({ subject: 'deal', subject_id: id, after: { ...deal, id, ds_id } })
  const leads = await leadsOfDeal(ctx, id)
  await dealsCreated.emit(ctx, {
    deals: [{ id, type: deal.type, status, agent_id: columns.agent_id ?? null, lead_ids: leads.map(lead => lead.id) }],
  })
  await addDealMilestones(ctx, { id, title: dealTitle({ ...empty, ...columns }), leads }, milestoneType.dealOpened)
  ctx.changed('deals', [id], await dealAudience(ctx, [id]))
  return { id, ds_id, client_ids }
}

function sharesOf(gross: bigint, splits: readonly NewSplit[]) {
  const sum = splits.reduce((total, { rate }) => total + rate, 0)
  if (sum !== WHOLE_RATE || splits.some(({ rate }) => rate < 0))
    throw invalid({ commission_splits: ['The commission splits must add up to 100 %.'] })
  return splitCommission(gross, splits).map(({ party, agent_id = null, name = '', rate, notes = '', amount }) => ({
    party,
    agent_id,
    name,
    rate,
    notes,
    amount: Number(amount),
  }))
}

const clientColumns = (type: number) => (client: NewClient) => ({
  side: client.side ?? sideOf(type),
  first_name: client.first_name,
  middle_name: client.middle_name ?? '',
  last_name: client.last_name,
  email: client.email || null,
  email_key: foldEmail(client.email),
  phone: client.phone ?? null,
  is_repeat: client.is_repeat ?? false,
  is_personal: client.is_personal ?? false,
  lead_id: client.lead_id ?? null,
  is_verified: (client.lead_id ?? null) !== null,
})

interface DealOfLeads {
  id: number
  title: string
  leads: readonly { id: number; agent_id: number | null }[]
}

const addDealMilestones = (ctx: Change, { id, title, leads }: DealOfLeads, type: number) =>
  addMilestones(
    ctx,
    leads.map(lead => ({
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: type,
      description: title,
      model_type: 'deal',
      model_id: id,
      link: `/deals/${id}`,
    })),
  )

/** Changes a deal that the viewer reaches: its status, type, dates or notes. A deal that lacks documents is not closed. */
export async function changeDeal(ctx: WriteContext, id: number, { reason, ...change }: DealChange): Promise<void> {
  const deal = await lockDeal(ctx, id)
  if (!mayChangeDeal(ctx.viewer, deal)) throw forbidden('This deal is closed. Only the deals office can change it.')
  const status = change.status ?? deal.status
  const isMoved = status !== deal.status
  const isClosing = isMoved && status === dealStatus.closed
  if (isClosing) await requireComplete(ctx, deal, reason)
  const today = todayIn(ctx.now, region.zone)
  const dates: ChangedColumns = {
    // A deal that became firm, or closed, did so today, unless somebody said when.
    ...(isMoved && status === dealStatus.firm && !deal.firm_date ? { firm_date: today } : {}),
    ...(isClosing && !deal.close_date ? { close_date: today } : {}),
  }
  const columns = { ...dates, ...given(change) }
  if (status === dealStatus.closed && { ...deal, ...columns }.close_date === null)
    throw invalid({ close_date: ['A closed deal needs the day on which it closed.'] })
  if (Object.keys(columns).length === 0) return
  await updateDeal(ctx, id, columns)
  ctx.audit({
    subject: 'deal',
    subject_id: id,
    before: Object.fromEntries(Object.keys(columns).map(key => [key, deal[key as keyof FoundDeal] ?? null])),
    after: { ...columns, ...(reason ? { reason } : {}) },
  })
  if (isMoved) await followStatus(ctx, deal, status)
  else if (columns.close_date !== undefined && columns.close_date !== deal.close_date)
    await closingDayChanged.emit(ctx, { id, status })
  await dealChanged.emit(ctx, { id })
  ctx.changed('deals', [id], await dealAudience(ctx, [id]))
}

const given = (change: Omit<DealChange, 'reason'>): ChangedColumns =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

/** People who work on all deals may close one that lacks something, with a reason that stays in the audit log. */
async function requireComplete(ctx: WriteContext, deal: FoundDeal, reason = ''): Promise<void> {
  const { missing } = await closingGaps.gather(ctx, { deal_id: deal.id })
  if (missing.length === 0 || (reason !== '' && seesAllDeals(ctx.viewer))) return
  const what = missing.length === 1 ? 'document is' : 'documents are'
  throw conflict(`${missing.length} ${what} missing before Closed: ${missing.join(', ')}.`, { missing })
}

async function followStatus(ctx: WriteContext, deal: FoundDeal, status: number): Promise<void> {
  await insertStatusChange(ctx, deal.id, status)
  const leads = await leadsOfDeal(ctx, deal.id)
  await dealStatusChanged.emit(ctx, {
    id: deal.id,
    type: deal.type,
    agent_id: deal.agent_id,
    before: deal.status,
    after: status,
    lead_ids: leads.map(lead => lead.id),
  })
  if (status === dealStatus.closed)
    await addDealMilestones(ctx, { id: deal.id, title: dealTitle(deal), leads }, milestoneType.dealClosed)
}
