import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { type AreaMerge, placesCalls, type UndoPreview } from '../contract.ts'
import { AreaNames, Preview, ReferringList } from './Consequences.tsx'
import { refreshPlaces, saidOfLeft, saidOfUndo, undoPreviewQuery } from './client.ts'
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
        <Preview of={preview} label="What returns" waiting={`Counting what returns to ${merge.name}.`}>
          {found => <Returning preview={found} merge={merge} />}
        </Preview>
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
  preview: UndoPreview
  merge: AreaMerge
}

/** What will refer to the merged area again, and what stays. */
function Returning({ preview: { returning, moving, apart, changed }, merge: { name, into } }: ReturningProps) {
  return (
    <>
      {returning.length === 0 ? (
        <p className={classes.text}>Nothing referred to {name}.</p>
      ) : (
        <>
          <p className={classes.text}>These refer to {name} again:</p>
          <ReferringList referring={returning} />
        </>
      )}
      <AreaNames names={moving} one={`moves back into ${name}`} several={`move back into ${name}`} />
      <AreaNames names={apart} one="is an area of its own again" several="are areas of their own again" />
      <p className={classes.text}>
        What came to {into} since the merge stays there.{saidOfLeft(changed)}
      </p>
    </>
  )
}
