import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import {
  type Import,
  type ImportOptions,
  importCalls,
  MAX_PREVIEW_ROWS,
  type Mapping,
  PREVIEW_ROWS,
} from '../contract.ts'
import { type Holds, isEnough } from '../rules/fields.ts'
import { mappingAs } from '../rules/origins.ts'
import { cancelImport, dryRunImport, previewQuery, showImport } from './client.ts'
import { DryRunPanel } from './DryRunPanel.tsx'
import { HistoryOptions, HoldsChoice } from './HistoryOptions.tsx'
import classes from './MappingForm.module.css'
import { MappingOptions } from './MappingOptions.tsx'
import { MappingTable } from './MappingTable.tsx'
import { Preview } from './Preview.tsx'
import { columnsText, fileText, startLabel, whatIsMissing } from './rules/text.ts'

const usualOptions: ImportOptions = { existing: 'fill', invalid: 'fail', tags: [] }

/** What each column of a file becomes, and how its rows are saved; nothing is saved before this is confirmed. */
export function MappingForm({ waiting, onLeave }: { waiting: Import; onLeave: () => void }) {
  const { form, isSending, failure, submit } = useCallForm(importCalls.start, {
    initial: { mapping: waiting.mapping, options: usualOptions },
    inputOf: ({ mapping, options }) => ({ id: waiting.id, mapping, ...options }),
    onSaved: showImport,
  })
  const { mapping, options } = form.values
  const discard = useUndoable(() => ({
    run: () => cancelImport(waiting.id).then(onLeave),
    said: () => null,
  }))
  const holds = options.holds ?? waiting.holds
  const ready = isEnough(holds, mapping)
  const dryRun = useUndoable(() => ({ run: () => dryRunImport(waiting.id, mapping, options), said: () => null }))
  const setOptions = (next: ImportOptions) => form.setFieldValue('options', next)
  const preview = usePreview(waiting.id, mapping, options)
  const begin = () => {
    if (ready) void submit()
  }
  useShortcuts([{ keys: 'mod+Enter', label: 'Start the import', group: 'Imports', run: begin }])
  const problem = failure ?? form.errors.mapping
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
        <MappingTable
          columns={waiting.columns}
          mapping={mapping}
          holds={holds}
          onChange={next => form.setFieldValue('mapping', next)}
        />
        <div className={classes.options}>
          <HoldsChoice
            value={holds}
            onChange={next => {
              form.setFieldValue('mapping', mappingOf(waiting, next))
              setOptions({ ...options, holds: next })
            }}
          />
          {holds === 'people' ? (
            <MappingOptions options={options} origin={waiting.origin} onChange={setOptions} />
          ) : (
            <HistoryOptions
              options={options}
              suggested={waiting.entry_kind ?? 'note'}
              hasKinds={mapping.includes('entry_kind')}
              onChange={setOptions}
            />
          )}
        </div>
        {ready && (
          <DryRunPanel
            waiting={waiting}
            mapping={mapping}
            options={options}
            isStarting={dryRun.isPending}
            onRun={() => dryRun.run()}
          />
        )}
        {ready && <Preview {...preview} holds={holds} />}
      </div>
      <footer className={classes.footer}>
        <span
          className={classes.state}
          role={problem || !ready ? 'alert' : undefined}
          data-bad={problem || !ready ? '' : undefined}
        >
          {problem ?? (ready ? columnsText(mapping, options) : whatIsMissing[holds])}
        </span>
        <Button size="md" variant="subtle" onClick={() => discard.run()} loading={discard.isPending}>
          Discard
        </Button>
        <Button size="md" type="submit" disabled={!ready} loading={isSending}>
          {startLabel(waiting.row_count, preview.isBusy || holds === 'history' ? [] : preview.rows)}
        </Button>
      </footer>
    </form>
  )
}

/** What the columns are when the file is taken for one of these. */
const mappingOf = ({ columns, mapping, holds }: Import, next: Holds): Mapping =>
  next === holds
    ? mapping
    : mappingAs(
        next,
        columns.map(column => column.name),
        [0, 1, 2, 3, 4].map(row => columns.map(column => column.samples[row] ?? '')),
      )

const TYPING_MS = 250

/** The first rows under what is chosen; busy while they are those of an earlier choice. */
function usePreview(id: number, mapping: Mapping, options: ImportOptions) {
  // One object as long as nothing is chosen anew: another one each time would never settle.
  const now = useMemo(() => ({ mapping, options }), [mapping, options])
  const [chosen] = useDebouncedValue(now, TYPING_MS)
  const [first, setFirst] = useState(PREVIEW_ROWS)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(id, chosen.mapping, chosen.options, first))
  const isBusy = isPlaceholderData || chosen !== now
  const mayShowMore = data?.has_more === true && first < MAX_PREVIEW_ROWS
  const onMore = mayShowMore ? () => setFirst(Math.min(MAX_PREVIEW_ROWS, first * 5)) : null
  return { rows: data?.rows ?? [], error, isBusy, onMore }
}
