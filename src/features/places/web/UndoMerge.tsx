import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { type AreaMerge, placesCalls, type UndoPreview } from '../contract.ts'
import { AreaNames, ReferringList } from './Consequences.tsx'
import { refreshPlaces, saidOfUndo, undoPreviewQuery } from './client.ts'
import classes from './Places.module.css'

/** Takes a merge back, after a look at what returns. */
export function UndoMerge({ merge, onClose }: { merge: AreaMerge; onClose(): void }) {
  const isWide = useIsWide()
  const { submit, isSending, failure } = useCallForm(placesCalls.undoMerge, {
    initial: {},
    inputOf: () => ({ id: merge.id }),
    onSaved(undone) {
      void refreshPlaces()
      notify(saidOfUndo(undone))
      onClose()
    },
  })
  const preview = useQuery(undoPreviewQuery(merge.id))
  const mayUndo = preview.data?.problem === null && !preview.isFetching
  return (
    <Dialog opened onClose={onClose} title={`Undo the merge of ${merge.name}`} size={480} fullScreen={!isWide}>
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <Returning preview={preview.data} error={preview.error} merge={merge} />
        <footer className={classes.footer}>
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={!mayUndo}>
            Undo the merge
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface ReturningProps {
  preview: UndoPreview | undefined
  error: Error | null
  merge: AreaMerge
}

/** What will refer to the merged area again, and what stays. */
function Returning({ preview, error, merge: { name, into } }: ReturningProps) {
  if (error) return <p className={classes.failure}>{sentenceOf(error)}</p>
  if (!preview) return <p className={classes.text}>Counting what returns to {name}.</p>
  if (preview.problem)
    return (
      <p className={classes.failure} role="alert">
        {preview.problem}
      </p>
    )
  return (
    <section className={classes.consequences} aria-label="What returns">
      {preview.returning.length === 0 ? (
        <p className={classes.text}>Nothing referred to {name}.</p>
      ) : (
        <>
          <p className={classes.text}>These refer to {name} again:</p>
          <ReferringList referring={preview.returning} />
        </>
      )}
      <AreaNames names={preview.moving} said={`move back into ${name}`} />
      <AreaNames
        names={preview.apart}
        said={preview.apart.length === 1 ? 'is an area of its own again' : 'are areas of their own again'}
      />
      <p className={classes.text}>
        What came to {into} since the merge stays there.{leftAsChanged(preview.changed)}
      </p>
    </section>
  )
}

const leftAsChanged = (changed: number): string => {
  if (changed === 0) return ''
  if (changed === 1) return ' One saved view, campaign or automation was changed since, and stays as it is.'
  return ` ${count(changed)} saved views, campaigns and automations were changed since, and stay as they are.`
}
