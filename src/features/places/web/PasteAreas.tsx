import { Button, FileButton, Textarea } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { type ManagedArea, placesCalls } from '../contract.ts'
import { planPaste, readPaste } from '../rules/paste.ts'
import { refreshPlaces } from './client.ts'
import classes from './Places.module.css'

/** New areas and problems that the preview names before it counts the rest. */
const NAMED = 8

const example = 'Hamilton\n  Lower City\n    Strathcona\n    Durand'

/** Adds a tree from text, after a look at what would be new. */
export function PasteAreas({ areas, onClose }: { areas: readonly ManagedArea[]; onClose(): void }) {
  const entry = useCallForm(placesCalls.addAreas, {
    initial: { text: '' },
    inputOf: values => values,
    onSaved({ added, known }) {
      void refreshPlaces()
      notify(`Added ${areasText(added)}${known > 0 ? `; ${count(known)} were there already` : ''}.`)
      onClose()
    },
  })
  const { form } = entry
  const text = useDeferredValue(form.values.text)
  const pasted = useMemo(() => readPaste(text), [text])
  const { added, known } = useMemo(() => planPaste(areas, pasted.areas), [areas, pasted])
  const isReady = text === form.values.text && pasted.problems.length === 0 && added.length > 0
  return (
    <FormDialog
      title="Paste a list of areas"
      action={added.length > 0 ? `Add ${areasText(added.length)}` : 'Add'}
      form={entry}
      maySubmit={isReady}
      size={560}
      onClose={onClose}
    >
      <Textarea
        label="Areas"
        description="A line for each, indented below what it lies in. Or columns of a table: city, district, neighborhood."
        placeholder={example}
        data-autofocus
        autosize
        minRows={8}
        maxRows={14}
        classNames={{ input: classes.pasted }}
        {...form.getInputProps('text')}
      />
      <FileButton
        accept=".csv,.txt,.tsv,text/plain,text/csv"
        onChange={file => void file?.text().then(read => form.setFieldValue('text', read))}
      >
        {props => (
          <Button {...props} variant="default" className={classes.file}>
            Choose a file
          </Button>
        )}
      </FileButton>
      {pasted.problems.length > 0 ? (
        <ul className={classes.problems} role="alert">
          {pasted.problems.slice(0, NAMED).map(({ line, said }) => (
            <li key={line}>
              Line {line}: {said}
            </li>
          ))}
          {pasted.problems.length > NAMED && <li>{count(pasted.problems.length - NAMED)} more lines</li>}
        </ul>
      ) : (
        text.trim() !== '' && <Preview added={added} known={known} />
      )}
    </FormDialog>
  )
}

const areasText = (many: number): string => `${count(many)} ${many === 1 ? 'area' : 'areas'}`

function Preview({ added, known }: { added: readonly string[][]; known: number }) {
  return (
    <section className={classes.consequences} aria-label="What is added">
      <p className={classes.text}>
        {areasText(added.length)} new{known > 0 && `, ${count(known)} there already`}.
      </p>
      <ul className={classes.added}>
        {added.slice(0, NAMED).map(path => (
          <li key={path.join('\n')}>{path.join(' › ')}</li>
        ))}
        {added.length > NAMED && <li>and {count(added.length - NAMED)} more</li>}
      </ul>
    </section>
  )
}
