import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { leadKeys } from '../../leads/web/client/leads.ts'
import type { ManagedTag } from '../contract.ts'
import { cleanName, nameProblem, type TagColour, tagColours } from '../rules.ts'
import { createTag, refreshTags, updateTag } from './client.ts'
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
  const client = useQueryClient()
  const [name, setName] = useState(tag?.name ?? '')
  const [colour, setColour] = useState(() => colours.find(known => known === tag?.colour) ?? null)
  const save = useMutation({
    mutationFn: async () => {
      if (tag) await updateTag(tag.id, { name, colour })
      else await createTag({ tag: name, colour, ...(isOwn ? {} : { default: true }) })
    },
    onSuccess() {
      refreshTags(client)
      void client.invalidateQueries({ queryKey: leadKeys.all })
      onClose()
    },
  })
  const problem = nameProblem(cleanName(name))
  return (
    <Dialog opened onClose={onClose} title={tag ? 'Edit tag' : 'Add tag'} size={400}>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          if (problem === null) save.mutate()
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={name.trim() && problem ? `A name ${problem}.` : null}
          onChange={event => setName(event.currentTarget.value)}
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
                onChange={() => setColour(each)}
              />
              <TagDot colour={each} />
            </label>
          ))}
        </fieldset>
        <div className={classes.preview}>
          <TagBadge tag={{ name: cleanName(name) || 'Tag', colour }} />
        </div>
        <footer className={classes.footer}>
          {save.error && (
            <p className={classes.failure} role="alert">
              {sentenceOf(save.error, 'There was an error creating this tag.')}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={problem !== null}>
            {tag ? 'Save' : 'Add tag'}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
