import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { DraftMark } from '../../../../platform/ui/marks/DraftMark.tsx'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { KeyHint, ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { useDraftForm } from '../../../../platform/web/forms/useDraftForm.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { count } from '../../../../platform/web/text.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { notifyBulk, sendExpected } from '../../../bulk/web/pieces.tsx'
import { ComposeSheet } from '../../../email/web/pieces.tsx'
import type { ChosenLeads } from '../../../leads/web/extensions.ts'
import { leadName } from '../../../leads/web/pieces/wording.ts'
import { valuesQuery } from '../../../templates/web/client.ts'
import { campaignCalls } from '../../contract/calls.ts'
import type { OneOffPreview } from '../../contract/records.ts'
import { oneOffPreviewQuery } from '../client.ts'
import { emptyOneOff, isWholeOneOff, type OneOffDraft, parseOneOff } from '../rules/oneOff.ts'
import classes from './ComposeOneOff.module.css'
import { LeftOut, OneOffReading } from './OneOffReading.tsx'
import { OneOffWriting } from './OneOffWriting.tsx'

const NOT_SENT = 'Nothing was sent.'

interface ComposeOneOffProps {
  chosen: ChosenLeads
  onClose(): void
  onDone(): void
}

/** Writes a marketing e-mail: who gets it and who does not, how a real lead reads it, and when it goes out where they are. */
export function ComposeOneOff({ chosen, onClose, onDone }: ComposeOneOffProps) {
  const entry = useOneOffForm({ chosen, onClose, onDone })
  const { form, draft, isSending } = entry
  const { data: preview, error } = useQuery(oneOffPreviewQuery(chosen.selection))
  const maySubmit = isWholeOneOff(form.values) && preview !== undefined && preview.allowed > 0 && !isSending
  const example = useExample(chosen, preview)
  return (
    <ComposeSheet
      title={`Marketing e-mail to ${count(preview?.total ?? chosen.size)} leads`}
      standing={preview ? sumsText(preview) : error ? sentenceOf(error) : 'Counting'}
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
      writing={<OneOffWriting form={form} values={example.values} />}
      reading={
        <>
          <LeftOut preview={preview} />
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
              <OneOffReading draft={form.values} values={example.values} />
            </>
          )}
        </>
      }
      foot={
        <>
          <DraftMark draft={draft} />
          <When form={form} />
          <Button
            type="submit"
            loading={isSending}
            disabled={!maySubmit}
            rightSection={<KeyHint keys={printedKeys('mod+Enter')} />}
          >
            {actionText(form.values, preview)}
          </Button>
        </>
      }
    />
  )
}

const sumsText = ({ allowed, total }: OneOffPreview): string =>
  allowed === total
    ? `${allowed === 1 ? 'This lead gets' : 'All of them get'} it`
    : `${count(allowed)} of ${count(total)} get it, ${count(total - allowed)} left out`

const actionText = ({ when }: OneOffDraft, preview: OneOffPreview | undefined): string =>
  `${when === 'now' ? 'Send' : 'Schedule'}${preview ? ` to ${count(preview.allowed)}` : ''}`

function When({ form }: Pick<ReturnType<typeof useOneOffForm>, 'form'>) {
  const { when } = form.values
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className={classes.whens} role="group" aria-label="When to send">
      <ToggleChip on={when === 'now'} onChange={() => form.setFieldValue('when', 'now')}>
        Now
      </ToggleChip>
      <ToggleChip on={when === 'day'} onChange={() => form.setFieldValue('when', 'day')}>
        On a day, their time
      </ToggleChip>
      {when === 'day' && (
        <>
          <DateTimeField
            kind="date"
            aria-label="Day"
            size="xs"
            w={140}
            min={localNow().slice(0, 10)}
            {...form.getInputProps('send_on')}
          />
          <DateTimeField
            kind="time"
            aria-label="Time, in the zone of each lead"
            size="xs"
            w={120}
            {...form.getInputProps('send_at')}
          />
        </>
      )}
    </div>
  )
}

/** Steps through the chosen leads that get it. */
function useExample({ rows }: ChosenLeads, preview: OneOffPreview | undefined) {
  const [at, setAt] = useState(0)
  const leftOut = new Set(preview?.left_out.map(({ lead_id }) => lead_id))
  const reached = rows.filter(({ id }) => !leftOut.has(id))
  const lead = reached[at % Math.max(1, reached.length)] ?? null
  const { data } = useQuery({ ...valuesQuery(lead?.id ?? 0), enabled: lead !== null })
  const step = (by: number) => setAt((at + by + reached.length) % Math.max(1, reached.length))
  return { lead, values: data ?? null, step }
}

function useOneOffForm({ chosen, onClose, onDone }: ComposeOneOffProps) {
  const navigate = useNavigate()
  return useDraftForm(campaignCalls.sendOneOff, {
    initial: emptyOneOff,
    draft: { name: 'marketing-email', parse: parseOneOff },
    inputOf: ({ subject, content, template_id, when, send_on, send_at }) => ({
      ...chosen.selection,
      subject,
      content,
      template_id,
      ...(when === 'day' ? { send_on, send_at } : {}),
    }),
    async send(input, options) {
      const answer = await sendExpected(input, sent => call(campaignCalls.sendOneOff, sent, options))
      if (!answer) throw new Error(NOT_SENT)
      return answer
    },
    failed: error => (error instanceof Error && error.message === NOT_SENT ? NOT_SENT : sentenceOf(error)),
    onSaved({ run, campaign }) {
      onClose()
      notifyBulk(run, { done: ({ changed }) => `“${campaign.name}” is on its way to ${count(changed)}.` })
      onDone()
      void navigate({ to: '/campaigns/$id', params: { id: String(campaign.id) }, search: true })
    },
  })
}
