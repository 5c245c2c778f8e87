import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import segments from '../../../../platform/ui/Segments.module.css'
import type { Example } from '../../../templates/web/pieces.tsx'
import { FilledContent, FilledText, LeadSearch } from '../../../templates/web/pieces.tsx'
import { halfOf, type Wording } from '../../rules/wordings.ts'
import { isCompared, type StepDraft } from '../rules/stepDraft.ts'
import classes from './StepEditor.module.css'

interface StepPreviewProps {
  stepId: number
  draft: StepDraft
  example: Example
}

/** A step as a real lead reads it: of two wordings the one that this lead gets, unless the other is chosen. */
export function StepPreview({ stepId, draft, example }: StepPreviewProps) {
  const [isPicking, setIsPicking] = useState(false)
  const [chosen, setChosen] = useState<Wording | null>(null)
  const { lead, values, pick } = example
  const hasTwo = isCompared(draft)
  const own = hasTwo && lead ? halfOf(stepId, lead.id) : 'a'
  const shown = hasTwo ? (chosen ?? own) : 'a'
  const isOther = shown === 'b'
  const subject = isOther ? draft.other_subject : draft.subject
  return (
    <section className={classes.preview} aria-label="Preview">
      <header>
        <h3>{lead ? `As ${lead.name} ${shown === own ? 'sees' : 'would see'} it` : 'Preview'}</h3>
        <button type="button" onClick={() => setIsPicking(!isPicking)}>
          Another lead
        </button>
      </header>
      {isPicking && (
        <LeadSearch
          onPick={next => {
            pick(next)
            setChosen(null)
            setIsPicking(false)
          }}
        />
      )}
      {hasTwo && (
        <div className={classes.shown}>
          <SegmentedControl
            className={segments.control}
            size="xs"
            aria-label="Wording"
            value={shown}
            data={[
              { value: 'a', label: 'A' },
              { value: 'b', label: 'B' },
            ]}
            onChange={value => setChosen(value as Wording)}
          />
          {lead && (
            <span className={classes.note}>
              {lead.name} gets {own.toUpperCase()}
            </span>
          )}
        </div>
      )}
      {values && (
        <div className={classes.card}>
          {subject && (
            <b>
              <FilledText text={subject} values={values} />
            </b>
          )}
          <div className={classes.body}>
            <FilledContent content={isOther ? (draft.other_content ?? '') : draft.content} values={values} />
          </div>
        </div>
      )}
    </section>
  )
}
