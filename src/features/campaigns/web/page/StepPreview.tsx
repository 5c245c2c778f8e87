import { useState } from 'react'
import type { Example } from '../../../templates/web/pieces.tsx'
import { FilledContent, FilledText, LeadSearch } from '../../../templates/web/pieces.tsx'
import type { StepDraft } from '../rules/stepDraft.ts'
import classes from './StepEditor.module.css'

/** A step as a real lead reads it. */
export function StepPreview({ draft, example }: { draft: StepDraft; example: Example }) {
  const [isPicking, setIsPicking] = useState(false)
  const { lead, values, pick } = example
  return (
    <section className={classes.preview} aria-label="Preview">
      <header>
        <h3>{lead ? `As ${lead.name} sees it` : 'Preview'}</h3>
        <button type="button" onClick={() => setIsPicking(!isPicking)}>
          Another lead
        </button>
      </header>
      {isPicking && (
        <LeadSearch
          onPick={next => {
            pick(next)
            setIsPicking(false)
          }}
        />
      )}
      {values && (
        <div className={classes.card}>
          {draft.subject && (
            <b>
              <FilledText text={draft.subject} values={values} />
            </b>
          )}
          <div className={classes.body}>
            <FilledContent content={draft.content} values={values} />
          </div>
        </div>
      )}
    </section>
  )
}
