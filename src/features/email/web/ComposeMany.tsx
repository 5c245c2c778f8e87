import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { notifyBulk, sendExpected } from '../../bulk/web/pieces.tsx'
import type { LeadRow } from '../../leads/contract/record.ts'
import type { ChosenLeads } from '../../leads/web/extensions.ts'
import { leadName } from '../../leads/web/pieces/wording.ts'
import { valuesQuery } from '../../templates/web/client.ts'
import { type EmailPreview, emailCalls } from '../contract.ts'
import classes from './Compose.module.css'
import { ComposeSheet } from './ComposeSheet.tsx'
import { notifySent, previewQuery, sendEmail } from './client/emails.ts'
import { Reading } from './Reading.tsx'
import { type EmailDraft, emptyEmail, fieldsOf, isWhole, parseEmailDraft } from './rules/draft.ts'
import { sendAtOf, whens } from './rules/when.ts'
import { SignatureDialog } from './SignatureDialog.tsx'
import { TestButton } from './TestButton.tsx'
import { WhenChips } from './WhenChips.tsx'
import { Writing } from './Writing.tsx'

/** Exact, from the specification. */
const SENT = 'Email Sent to Selected Leads.'
const NOT_SENT = 'Nothing was sent.'

interface ComposeManyProps {
  chosen: ChosenLeads
  onClose(): void
  /** The e-mails are on their way. */
  onDone(): void
}

/** Writes one e-mail to the chosen leads, and says beforehand how many get it, and who is left out and why. */
export function ComposeMany({ chosen, onClose, onDone }: ComposeManyProps) {
  const entry = useEmailsForm({ chosen, onClose, onDone })
  const { form, draft, isSending } = entry
  const { data: preview } = useQuery(previewQuery(addressed(chosen), form.values.type))
  const maySubmit = isWhole(form.values) && preview !== undefined && preview.allowed > 0 && !isSending
  const example = useExampleLead(chosen.rows, preview)
  const [isSigning, setSigning] = useState(false)
  const sheet = (
    <ComposeSheet
      title={`E-mail to ${count(preview?.total ?? chosen.size)} leads`}
      standing={preview ? sumsText(preview) : 'Counting'}
      mark={
        preview && (
          <Ring size={32} turn={preview.total === 0 ? 0 : preview.allowed / preview.total} label={sumsText(preview)} />
        )
      }
      form={entry}
      maySubmit={maySubmit}
      size={1140}
      onClose={onClose}
      readingLabel="Preview"
      writing={
        <>
          <div className={classes.line}>
            <span>Type</span>
            <SegmentedControl
              size="xs"
              classNames={segments}
              aria-label="Type"
              value={form.values.type}
              onChange={type => form.setFieldValue('type', type === 'marketing' ? 'marketing' : 'email')}
              data={[
                { value: 'email', label: 'To these people' },
                { value: 'marketing', label: 'Marketing' },
              ]}
            />
          </div>
          <Writing form={form} values={example.values} onSignature={() => setSigning(true)} />
        </>
      }
      reading={
        <>
          <LeftOutList preview={preview} />
          {example.lead && (
            <>
              <h3 className={classes.example}>
                As {leadName(example.lead)} reads it
                <ActionIcon aria-label="Previous lead" onClick={() => example.step(-1)}>
                  <IconChevronLeft size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon aria-label="Next lead" onClick={() => example.step(1)}>
                  <IconChevronRight size={16} stroke={1.6} />
                </ActionIcon>
              </h3>
              <Reading email={form.values} values={example.values} isCommercial />
            </>
          )}
        </>
      }
      foot={
        <>
          <DraftMark draft={draft} />
          <WhenChips value={form.values.when} onChange={when => form.setFieldValue('when', when)} />
          <span className={classes.buttons}>
            <TestButton email={form.values} />
            <Button
              type="submit"
              loading={isSending}
              disabled={!maySubmit}
              rightSection={<KeyHint keys={printedKeys('mod+Enter')} />}
            >
              {actionText(form.values, preview)}
            </Button>
          </span>
        </>
      }
    />
  )
  return (
    <>
      {sheet}
      {isSigning && <SignatureDialog values={example.values} onClose={() => setSigning(false)} />}
    </>
  )
}

/** The filters of leads have a `type` of their own. */
function addressed({ selection: { type, ...rest } }: ChosenLeads) {
  return type === undefined ? rest : { ...rest, lead_type: type }
}

const sumsText = ({ allowed, total }: EmailPreview): string =>
  allowed === total
    ? `${allowed === 1 ? 'This lead gets' : 'All of them get'} it`
    : `${count(allowed)} of ${count(total)} get it, ${count(total - allowed)} left out`

function actionText({ when }: EmailDraft, preview: EmailPreview | undefined): string {
  const action = whens.find(({ id }) => id === when)?.action ?? 'Send'
  return preview ? action.replace('Send', `Send to ${count(preview.allowed)}`) : action
}

/** Steps through the chosen leads that get it. */
function useExampleLead(rows: readonly LeadRow[], preview: EmailPreview | undefined) {
  const [at, setAt] = useState(0)
  const leftOut = new Set(preview?.left_out.map(({ lead_id }) => lead_id))
  const reached = rows.filter(({ id }) => !leftOut.has(id))
  const lead = reached[at % Math.max(1, reached.length)] ?? null
  const { data } = useQuery({ ...valuesQuery(lead?.id ?? 0), enabled: lead !== null })
  const step = (by: number) => setAt((at + by + reached.length) % Math.max(1, reached.length))
  return { lead, values: data ?? null, step }
}

/** When the last one goes out, and everybody who gets none, with the reasons. */
function LeftOutList({ preview }: { preview: EmailPreview | undefined }) {
  const now = useNow(60_000)
  if (!preview) return null
  const { left_out, done_at, total, allowed } = preview
  const unnamed = total - allowed - left_out.length
  return (
    <>
      {done_at && (
        <p className={classes.nothing}>
          The last one goes out {shortDay(done_at, now)} at {timeOfDay(done_at)}.
        </p>
      )}
      {left_out.length > 0 && (
        <section aria-label="Left out">
          <h3>{count(total - allowed)} left out</h3>
          <ul className={classes.leftOut}>
            {left_out.map(({ lead_id, name, reasons }) => (
              <li key={lead_id}>
                <b>{name}</b>
                <span>{reasons.join(' ')}</span>
              </li>
            ))}
            {unnamed > 0 && <li>and {count(unnamed)} more</li>}
          </ul>
        </section>
      )}
    </>
  )
}

function useEmailsForm({ chosen, onClose, onDone }: ComposeManyProps) {
  return useDraftForm(emailCalls.send, {
    initial: emptyEmail,
    draft: { name: 'email-to-many', parse: parseEmailDraft },
    inputOf: values => ({
      ...addressed(chosen),
      type: values.type,
      email: fieldsOf(values),
      send_at: sendAtOf(values.when, new Date()),
    }),
    async send(input, { idempotencyKey }) {
      const answer = await sendExpected(input, sent => sendEmail(sent, { idempotencyKey }))
      if (!answer) throw new Error(NOT_SENT)
      return answer
    },
    failed: error => (error instanceof Error && error.message === NOT_SENT ? NOT_SENT : sentenceOf(error)),
    onSaved({ email, run }) {
      onClose()
      if (run) notifyBulk(run, { done: SENT, isWhole: true })
      if (email) notifySent(email, SENT, () => undefined)
      onDone()
    },
  })
}
