import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { type CallOptions, call } from '../../../../platform/web/calls/call.ts'
import { queryOf } from '../../../../platform/web/calls/queryOf.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { InputOf, OutputOf } from '../../../../platform/wire/call.ts'
import { outboundCalls } from '../../../outbound/contract.ts'
import { type Email, type EmailType, emailCalls } from '../../contract.ts'
import { UNDO_SECONDS } from '../../rules/pace.ts'

type Selection = Omit<InputOf<typeof emailCalls.preview>, 'type'>

/** How a lead may be reached now, and why not. */
export const reachQuery = (id: number) => queryOf(outboundCalls.reach, { id }, { topics: ['leads', 'sendings'] })

/** E-mails of the panel of a lead. */
const SHOWN = 5

/** The newest e-mails to and from a lead. */
export const emailsQuery = (id: number) =>
  queryOf(emailCalls.list, { id, perPage: SHOWN }, { topics: ['milestones', 'sendings'] })

/** An e-mail with what it says. */
export const emailQuery = (id: number, pictures: boolean) =>
  queryOf(emailCalls.get, { id, pictures }, { topics: [], staleTime: Number.POSITIVE_INFINITY })

/** Who of the chosen leads would get an e-mail now, and who not. */
export const previewQuery = (selection: Selection, type: EmailType) =>
  queryOf(emailCalls.preview, { ...selection, type }, { topics: ['leads', 'sendings'], staleTime: 0 })

/** What stands below every e-mail that the person writes. */
export const signatureQuery = queryOf(emailCalls.signature, {}, { topics: ['signatures'] })

/** Sends; the key makes a second press the same e-mail. */
export const sendEmail = (
  input: InputOf<typeof emailCalls.send>,
  options: CallOptions,
): Promise<OutputOf<typeof emailCalls.send>> => call(emailCalls.send, input, options)

/** Says that an e-mail is on its way, and offers to cancel it while that is possible. */
export function notifySent(email: Email, message: string, onCancelled: () => void): void {
  const cancel = async () => {
    try {
      await call(emailCalls.cancel, { id: email.id })
      onCancelled()
    } catch (error) {
      notifyFailure(sentenceOf(error))
    }
  }
  notify(message, { stay: UNDO_SECONDS * 1000, action: { label: 'Undo', run: () => void cancel() } })
}

/** Sends what is written to whoever writes it. */
export async function sendTest(input: InputOf<typeof emailCalls.sendTest>): Promise<void> {
  try {
    const { to } = await call(emailCalls.sendTest, input)
    notify(`Test sent to ${to}.`)
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
