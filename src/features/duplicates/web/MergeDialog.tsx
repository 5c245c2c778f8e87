import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { ApiError, sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Comparison, MergeChoice } from '../contract.ts'
import { comparisonQuery, mergeLeads } from './client.ts'
import { FieldChoices } from './FieldChoices.tsx'
import classes from './MergeDialog.module.css'
import { sideName, swapped } from './rules/text.ts'
import { takeMergeBack } from './useMergeActions.ts'

const list = new Intl.ListFormat('en-CA')

interface MergeDialogProps {
  /** The lead that stays, unless the person turns the two round, and the other one. */
  leads: readonly [number, number]
  onClose(): void
  /** The two are one now. */
  onMerged(lead: { id: number; first_name: string; last_name: string }): void
  /** Says that they are two people; not offered where nobody thought otherwise. */
  onDismiss?: (() => void) | undefined
}

/** Two leads side by side, a choice for each field in which they differ, and the merge. */
export function MergeDialog({ leads, ...props }: MergeDialogProps) {
  const wide = useIsWide()
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title="Compare and merge"
      size={820}
      fullScreen={!wide}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <Compared leads={leads} {...props} />
    </Dialog>
  )
}

function Compared({ leads, ...props }: MergeDialogProps) {
  const [[id, other], setOrder] = useState(leads)
  const [choices, setChoices] = useState<Record<string, MergeChoice>>({})
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(id, other))
  const turn = () => {
    setOrder([other, id])
    setChoices(swapped(choices))
  }
  if (data)
    return (
      <MergeForm
        {...props}
        comparison={data}
        choices={choices}
        isFetching={isFetching}
        onChoose={(field, choice) => setChoices({ ...choices, [field]: choice })}
        onTurn={turn}
        onLookAgain={() => void refetch()}
      />
    )
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void refetch()}>
        Nothing was merged.
      </ErrorState>
    )
  return (
    <div className={classes.waiting} aria-busy>
      {[0, 1, 2, 3, 4, 5].map(line => (
        <Skeleton key={line} height={34} />
      ))}
    </div>
  )
}

interface MergeFormProps extends Omit<MergeDialogProps, 'leads'> {
  comparison: Comparison
  choices: Record<string, MergeChoice>
  isFetching: boolean
  onChoose(field: string, choice: MergeChoice): void
  onTurn(): void
  onLookAgain(): void
}

function MergeForm({ comparison, choices, onClose, onMerged, ...props }: MergeFormProps) {
  const { other, fields, moves, refusal } = comparison
  const merge = useMutation({
    mutationFn: () =>
      mergeLeads(
        comparison,
        Object.fromEntries(fields.map(({ field, suggested }) => [field, choices[field] ?? suggested])),
      ),
    onSuccess({ lead: merged, merge: done }) {
      notify(`Merged ${sideName(other)} into ${sideName(merged)}.`, {
        destructive: true,
        action: { label: 'Undo', run: () => void takeMergeBack(done.id) },
      })
      onMerged(merged)
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'stale') props.onLookAgain()
    },
  })
  const isStale = merge.error instanceof ApiError && merge.error.code === 'stale'
  const mayMerge = refusal === null && !props.isFetching
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        merge.mutate()
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && mayMerge) merge.mutate()
      }}
    >
      <FieldChoices comparison={comparison} choices={choices} onChoose={props.onChoose} onTurn={props.onTurn} />
      <p className={classes.moves}>
        {moves.length > 0 ? `Moves with it: ${list.format(moves.map(move => move.label))}. ` : ''}A merge can be undone
        for 30 days.
      </p>
      {(refusal || merge.error) && (
        <p className={classes.failure} role="alert">
          {refusal ??
            (isStale ? 'One of the leads has changed. Check again before you merge.' : sentenceOf(merge.error))}
        </p>
      )}
      <footer className={classes.footer}>
        {props.onDismiss && (
          <Button variant="subtle" color="gray" onClick={props.onDismiss}>
            Not the same person
          </Button>
        )}
        <span className={classes.space} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus={mayMerge || undefined} loading={merge.isPending} disabled={!mayMerge}>
          Merge
        </Button>
      </footer>
    </form>
  )
}
