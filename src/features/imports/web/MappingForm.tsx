import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import type { Import, ImportOptions, Mapping } from '../contract.ts'
import { identifiesPeople } from '../rules/fields.ts'
import { cancelImport, startImport } from './client.ts'
import classes from './MappingForm.module.css'
import { MappingOptions } from './MappingOptions.tsx'
import { MappingTable } from './MappingTable.tsx'
import { Preview } from './Preview.tsx'
import { fileText } from './rules/text.ts'

/** What each column of a file becomes, and how its rows are saved; nothing is saved before this is confirmed. */
export function MappingForm({ waiting, onLeave }: { waiting: Import; onLeave: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(waiting.mapping)
  const [options, setOptions] = useState<ImportOptions>({ existing: 'fill', invalid: 'fail', tags: [] })
  const start = useMutation({ mutationFn: () => startImport(waiting.id, mapping, options) })
  const discard = useMutation({
    mutationFn: () => cancelImport(waiting.id),
    onSuccess: onLeave,
    onError: error => notifyFailure(sentenceOf(error)),
  })
  const ready = identifiesPeople(mapping)
  const begin = () => {
    if (ready && !start.isPending) start.mutate()
  }
  useShortcuts([{ keys: 'mod+Enter', label: 'Start the import', group: 'Imports', run: begin }])
  const rows = `${count(waiting.row_count)} ${waiting.row_count === 1 ? 'row' : 'rows'}`
  const used = mapping.filter(field => field !== null).length
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        begin()
      }}
    >
      <header className={classes.head}>
        <h1 className={classes.title}>{waiting.file_name}</h1>
        <span className={classes.meta}>{fileText(waiting)}</span>
      </header>
      <div className={classes.body}>
        <MappingTable columns={waiting.columns} mapping={mapping} onChange={setMapping} />
        <MappingOptions options={options} origin={waiting.origin} onChange={setOptions} />
        {ready && <Preview id={waiting.id} mapping={mapping} options={options} />}
      </div>
      <footer className={classes.footer}>
        <span
          className={classes.state}
          role={start.error || !ready ? 'alert' : undefined}
          data-bad={start.error || !ready ? '' : undefined}
        >
          {start.error
            ? sentenceOf(start.error)
            : ready
              ? `${used} of ${mapping.length} columns used`
              : 'Choose a column that holds a name, an e-mail address or a phone number.'}
        </span>
        <Button size="md" variant="subtle" onClick={() => discard.mutate()} loading={discard.isPending}>
          Discard
        </Button>
        <Button size="md" type="submit" disabled={!ready} loading={start.isPending}>
          Import {rows}
        </Button>
      </footer>
    </form>
  )
}
