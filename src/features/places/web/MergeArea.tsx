import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { type ManagedArea, type MergePreview, placesCalls, UNDO_DAYS } from '../contract.ts'
import { AreaNames, Preview, ReferringList } from './Consequences.tsx'
import { mergePreviewQuery, saidOfMerge } from './client.ts'
import classes from './Places.module.css'
import { choicesOf } from './rules/rows.ts'

interface MergeAreaProps {
  area: ManagedArea
  areas: readonly ManagedArea[]
  onClose(): void
}

/** Lets another area stand for this one, after a look at what refers to it. */
export function MergeArea({ area, areas, onClose }: MergeAreaProps) {
  const isWide = useIsWide()
  const { form, submit, isSending, failure } = useCallForm(placesCalls.mergeArea, {
    initial: { into: null as string | null },
    inputOf: ({ into }) => ({ id: area.id, into: Number(into) }),
    version: area.version,
    onSaved(other) {
      saidOfMerge(area, other)
      onClose()
    },
  })
  const into = form.values.into === null ? null : areas.find(({ id }) => String(id) === form.values.into)
  const preview = useQuery({ ...mergePreviewQuery(area.id, into?.id ?? 0), enabled: Boolean(into) })
  const mayMerge = preview.data?.problem === null && !preview.isFetching
  return (
    <Dialog opened onClose={onClose} title={`Merge ${area.name}`} size={480} fullScreen={!isWide}>
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <Select
          label="Into"
          placeholder="Find an area"
          data-autofocus
          searchable
          limit={60}
          nothingFoundMessage="No area of that name"
          data={choicesOf(areas.filter(({ id }) => id !== area.id))}
          {...form.getInputProps('into')}
        />
        {into ? (
          <Preview of={preview} label="What moves" waiting={`Counting what refers to ${area.name}.`}>
            {found => <Moving preview={found} from={area.name} into={into.name} />}
          </Preview>
        ) : (
          <p className={classes.text}>Everything that refers to {area.name} will refer to the other area.</p>
        )}
        <footer className={classes.footer}>
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isSending} disabled={!mayMerge}>
            Merge
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface MovingProps {
  preview: MergePreview
  from: string
  into: string
}

/** What refers to the area and will refer to the other. */
function Moving({ preview: { referring, moving, joining }, from, into }: MovingProps) {
  return (
    <>
      {referring.length === 0 ? (
        <p className={classes.text}>Nothing refers to {from}.</p>
      ) : (
        <>
          <p className={classes.text}>From then on, these refer to {into}:</p>
          <ReferringList referring={referring} />
        </>
      )}
      <AreaNames names={moving} one={`moves to ${into}`} several={`move to ${into}`} />
      <AreaNames names={joining} one="lies in both, and becomes one" several="lie in both, and become one each" />
      <p className={classes.text}>
        {from} is gone after that. For {UNDO_DAYS} days, Undo under Merged brings it back. The listing feed and files
        may go on using the name: it means {into}.
      </p>
    </>
  )
}
