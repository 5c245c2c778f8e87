import { Button } from '@mantine/core'
import { IconBan, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Breakable, Initials, KeyHint } from '../../../platform/ui/pieces.tsx'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { contactOf, leadName } from '../../leads/web/pieces/wording.ts'
import type { Reaches } from '../../outbound/contract.ts'
import { RefusalReasons } from '../../outbound/web/pieces.tsx'
import { useSession } from '../../people/web/client/viewer.ts'
import { valuesQuery } from '../../templates/web/client.ts'
import { LeadSearch } from '../../templates/web/pieces.tsx'
import { emailCalls } from '../contract.ts'
import classes from './Compose.module.css'
import { ComposeSheet } from './ComposeSheet.tsx'
import { openEmail } from './client/compose.ts'
import { chooseLead, closeEmail, type EmailState, type LeadOfEmail } from './client/composing.ts'
import { notifySent, reachQuery, sendEmail } from './client/emails.ts'
import { Reading } from './Reading.tsx'
import { type EmailDraft, emptyEmail, fieldsOf, isWhole, parseEmailDraft } from './rules/draft.ts'
import { sendAtOf, sentText, whensToOne } from './rules/when.ts'
import { SignatureDialog } from './SignatureDialog.tsx'
import { TestButton } from './TestButton.tsx'
import { WhenChips } from './WhenChips.tsx'
import { Writing } from './Writing.tsx'

/** Writes an e-mail to one lead; asks for whom where that is not known. */
export function ComposeOne({ state }: { state: EmailState }) {
  return state.lead ? <ToLead state={state} lead={state.lead} /> : <ForWhom />
}

function ForWhom() {
  const pick = async (id: number) => chooseLead(await queryClient.fetchQuery(leadQuery(id)))
  return (
    <Dialog opened onClose={closeEmail} title="E-mail to whom?" size={420}>
      <LeadSearch onPick={({ id }) => void pick(id)} />
    </Dialog>
  )
}

interface ToLeadProps {
  state: EmailState
  lead: LeadOfEmail
}

function ToLead({ state, lead }: ToLeadProps) {
  const { user } = useSession()
  const whole = useQuery(leadQuery(lead.id)).data
  const values = useQuery(valuesQuery(lead.id)).data ?? null
  const reach = useQuery(reachQuery(lead.id)).data
  const entry = useEmailForm({ state, lead, zone: whole?.zone })
  const { form, draft, isSending } = entry
  const [isSigning, setSigning] = useState(false)
  const isRefused = (reach?.email.refusals.length ?? 0) > 0
  const maySubmit = isWhole(form.values) && !isRefused && !isSending
  const action = whensToOne.find(({ id }) => id === form.values.when)?.action ?? 'Send'
  const sheet = (
    <ComposeSheet
      title={`E-mail to ${leadName(lead)}`}
      standing={state.taskId === null ? 'Replies reach your mailbox' : 'Completes the task once it is sent'}
      mark={<Initials text={initialsOf(lead.first_name, lead.last_name) || '?'} hue="moss" size={32} />}
      form={entry}
      maySubmit={maySubmit}
      size={1176}
      onClose={closeEmail}
      readingLabel="Preview"
      writing={
        <>
          <p className={classes.line}>
            <span>To</span>
            <b>{leadName(lead)}</b> {whole && <Breakable text={contactOf(whole).email ?? ''} />}
          </p>
          <p className={classes.line}>
            <span>From</span>
            <b>{values?.agent_full_name ?? `${user?.firstName ?? ''} ${user?.lastName ?? ''}`}</b>{' '}
            <Breakable text={user?.email ?? ''} />
          </p>
          <Writing form={form} values={values} onSignature={() => setSigning(true)} />
        </>
      }
      reading={
        <>
          <h3>As {lead.first_name || leadName(lead)} reads it</h3>
          <Reading email={form.values} values={values} isCommercial={false} />
          {reach?.email.ground && (
            <p className={classes.ground}>
              <IconShieldCheck size={16} stroke={1.6} aria-hidden /> {reach.email.ground}
            </p>
          )}
        </>
      }
      foot={
        <>
          <DraftMark draft={draft} />
          <WhenChips
            value={form.values.when}
            choices={whole ? whensToOne : undefined}
            onChange={when => form.setFieldValue('when', when)}
          />
          {isRefused && reach ? (
            <Refusal reach={reach} lead={whole} />
          ) : (
            <span className={classes.buttons}>
              <TestButton email={form.values} />
              <Button
                type="submit"
                loading={isSending}
                disabled={!maySubmit}
                rightSection={<KeyHint keys={printedKeys('mod+Enter')} />}
              >
                {action}
              </Button>
            </span>
          )}
        </>
      }
    />
  )
  return (
    <>
      {sheet}
      {isSigning && <SignatureDialog values={values} onClose={() => setSigning(false)} />}
    </>
  )
}

/** What the composer holds, and how it is sent: pressed twice, it counts once. Undo opens it again as it was. */
function useEmailForm({ state, lead, zone }: ToLeadProps & { zone: string | undefined }) {
  const { taskId, template, messageId } = state
  const initial = useMemo<EmailDraft>(
    () => ({ ...emptyEmail, ...template, template_id: messageId }),
    [template, messageId],
  )
  const name = messageId === null ? `email-${lead.id}` : `email-${lead.id}-${messageId}`
  return useDraftForm(emailCalls.send, {
    initial,
    draft: { name, parse: parseEmailDraft },
    inputOf: values => ({
      selected: [lead.id],
      type: 'email' as const,
      email: fieldsOf(values),
      task_id: taskId,
      send_at: sendAtOf(values.when, new Date(), zone),
    }),
    async send(input, { idempotencyKey }, values) {
      const { email } = await sendEmail(input, { idempotencyKey })
      return { email, values }
    },
    onSaved({ email, values }) {
      closeEmail()
      if (!email) return
      const said = sentText(lead.first_name || leadName(lead), values.when, email.due_at, new Date())
      const { subject, content, template_id } = values
      notifySent(email, said, () => openEmail({ ...state, template: { subject, content }, messageId: template_id }))
    },
  })
}

interface RefusalProps {
  reach: Reaches
  lead: Parameters<typeof contactOf>[0] | undefined
}

/** Why it may not go, in the place of the button, and how the lead may be reached instead. */
function Refusal({ reach, lead }: RefusalProps) {
  const phone = lead && contactOf(lead).phone
  const others = [
    { id: 'call', label: 'Call', href: `tel:${phone}` },
    { id: 'text', label: 'Text', href: `sms:${phone}` },
  ] as const
  return (
    <div className={classes.refused} role="note">
      <IconBan size={16} stroke={1.6} aria-hidden />
      <RefusalReasons refusals={reach.email.refusals} />
      {phone &&
        others
          .filter(({ id }) => reach[id].verdict !== 'refuse')
          .map(({ id, label, href }) => (
            <Button key={id} component="a" href={href} onClick={closeEmail}>
              {label} instead
            </Button>
          ))}
    </div>
  )
}
