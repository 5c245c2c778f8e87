import { TextInput } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { type ManagedTag, tagCalls } from '../contract.ts'
import { cleanName, nameProblem, type TagColour, tagColours } from '../rules.ts'
import { refreshTaggedLeads, whyNotMade } from './client.ts'
import { TagBadge, TagDot } from './TagBadge.tsx'
import classes from './TagsPanel.module.css'

interface TagEditorProps {
  /** `null` makes a new one. */
  tag: ManagedTag | null
  isOwn: boolean
  onClose(): void
}

const colours: readonly (TagColour | null)[] = [null, ...tagColours]
const colourWord = (colour: TagColour | null): string =>
  colour === null ? 'Gray' : colour.replace(/^./, character => character.toUpperCase())

/** Name and colour of a tag. */
export function TagEditor({ tag, isOwn, onClose }: TagEditorProps) {
  const entry = useCallForm(tag ? tagCalls.update : tagCalls.create, {
    initial: { name: tag?.name ?? '', colour: colours.find(known => known === tag?.colour) ?? null },
    inputOf: ({ name, colour }) =>
      tag ? { id: tag.id, name, colour } : { tag: name, colour, ...(isOwn ? {} : { default: true }) },
    failed: whyNotMade,
    onSaved() {
      refreshTaggedLeads()
      onClose()
    },
  })
  const { form } = entry
  const { name, colour } = form.values
  const problem = nameProblem(cleanName(name))
  return (
    <FormDialog
      title={tag ? 'Edit tag' : 'Add tag'}
      action={tag ? 'Save' : 'Add tag'}
      form={entry}
      maySubmit={problem === null}
      size={400}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        {...form.getInputProps('name')}
        error={name.trim() && problem ? `A name ${problem}.` : form.errors.name}
      />
      <fieldset className={classes.colours}>
        <legend>Colour</legend>
        {colours.map(each => (
          <label key={each ?? 'grey'} className={classes.colour} title={colourWord(each)}>
            <input
              type="radio"
              name="colour"
              className="visually-hidden"
              checked={each === colour}
              aria-label={colourWord(each)}
              onChange={() => form.setFieldValue('colour', each)}
            />
            <TagDot colour={each} />
          </label>
        ))}
      </fieldset>
      <div className={classes.preview}>
        <TagBadge tag={{ name: cleanName(name) || 'Tag', colour }} />
      </div>
    </FormDialog>
  )
}
