import { z } from 'zod'
import { money } from '../../../../platform/web/money.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { formatTimes } from '../../../tasks/rules/taskables.ts'
import type { LeadRequest, RequestFields } from '../../contract.ts'
import { MAX_TIMES, type RequestKind } from '../../rules.ts'

const Form = z.object({
  times: z.array(z.object({ date: z.string(), from: z.string() })),
  price: z.int().nullable(),
  move_in_date: z.string(),
  address: z.string(),
  message: z.string(),
})
/** What stands in the form of a request. */
export type RequestForm = z.output<typeof Form>

/** Reads a form that was kept. */
export const parseRequestForm = (stored: unknown): RequestForm | null => Form.safeParse(stored).data ?? null

/** What a request can be shown by, to whoever asked. */
export type ShownRequest = Pick<LeadRequest, 'kind' | 'address' | 'times' | 'price' | 'move_in_date' | 'message'>

/** The form before anybody typed: empty, or what was asked for before. */
export const formOf = (asked: ShownRequest | null): RequestForm => ({
  times: asked?.times.map(({ date, from }) => ({ date, from: from ?? '' })) ?? [{ date: '', from: '' }],
  price: asked?.price ?? null,
  move_in_date: asked?.move_in_date ?? '',
  address: asked?.address ?? '',
  message: asked?.message ?? '',
})

/** What the call takes. */
export function fieldsOf(
  kind: RequestKind,
  { times, price, move_in_date, address, message }: RequestForm,
): RequestFields {
  if (kind === 'sell') return { kind, address, message }
  if (kind === 'offer') return { kind, price, move_in_date: move_in_date || null, message }
  const wished = times.filter(({ date }) => date !== '').map(({ date, from }) => ({ date, from: from || null }))
  return { kind, times: wished, message }
}

/** Whether one more day can be wished for. */
export const hasRoom = ({ times }: RequestForm): boolean =>
  times.length < MAX_TIMES && times.every(({ date }) => date !== '')

/** What was asked for, as whoever asked is told again. */
export const requestedText = ({ kind, address, times, price, move_in_date, message }: ShownRequest): string =>
  [
    kind === 'sell' && address,
    times.map(formatTimes).join(' or '),
    price && money(price),
    move_in_date && `moving in on ${calendarDay(move_in_date)}`,
    message,
  ]
    .filter(Boolean)
    .join(' · ')
