import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { FieldMapping, type MappedField, type MappingSample, mappedFields } from '../../contract/mapping.ts'
import type { IntakeSource } from '../../contract/sources.ts'
import { suggestedPaths } from '../../rules/mapping.ts'
import { samplesQuery, saveMapping } from '../client.ts'
import classes from '../Intake.module.css'
import { eventLabels } from '../rules/text.ts'
import { FieldRows } from './FieldRows.tsx'
import { TriedRequests } from './TriedRequests.tsx'

const types = FieldMapping.shape.type.options.map(value => ({ value, label: eventLabels[value] }))

/** Where in the JSON of a source our fields are, chosen from what it sent, and tried on all of it before it is saved. */
export function MappingDialog({ source, onClose }: { source: IntakeSource; onClose(): void }) {
  const isWide = useIsWide()
  const { data, error, refetch } = useQuery(samplesQuery(source.id))
  return (
    <Dialog opened onClose={onClose} title={`Fields of ${source.name}`} fullScreen={!isWide} size={860}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.samples.length === 0 ? (
        <EmptyState title="Nothing to map yet">
          Send one request to the address of this source. It is kept, and appears here.
        </EmptyState>
      ) : (
        <Mapper source={source} mapping={data.mapping} samples={data.samples} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Paths = Partial<Record<MappedField, string>>

interface MapperProps {
  source: IntakeSource
  mapping: FieldMapping | null
  samples: readonly MappingSample[]
  onClose(): void
}

function Mapper({ source, mapping, samples, onClose }: MapperProps) {
  const [sampleId, setSampleId] = useState(samples[0]?.id ?? null)
  const sample = samples.find(({ id }) => id === sampleId) ?? samples[0]
  const [type, setType] = useState<FieldMapping['type']>(mapping?.type ?? 'contact_agent')
  const [paths, setPaths] = useState<Paths>(() => (mapping ? pathsOf(mapping) : suggestedPaths(richest(samples))))
  const now = useNow(60_000)
  const draft: FieldMapping = { type, fields: fieldsOf(paths) }
  const isUsable = Boolean(paths.email ?? paths.phone)
  const save = useMutation({
    mutationFn: () => saveMapping(source.id, draft),
    onSuccess({ replayed }) {
      notify(replayed === 1 ? 'Saved. 1 request was replayed.' : `Saved. ${replayed} requests were replayed.`)
      onClose()
    },
    onError: problem => void notifyFailure(sentenceOf(problem)),
  })
  return (
    <div className={classes.mapper}>
      <div className={classes.mapperHead}>
        <Select
          label="Request"
          data={samples.map(({ id, received_at }) => ({
            value: String(id),
            label: `${shortDay(received_at, now)}, ${timeOfDay(received_at)} (${id})`,
          }))}
          value={String(sample?.id)}
          onChange={id => setSampleId(Number(id))}
          allowDeselect={false}
        />
        <Select
          label="Each one means"
          data={types}
          value={type}
          onChange={value => setType(types.find(each => each.value === value)?.value ?? type)}
          allowDeselect={false}
        />
      </div>
      <FieldRows leaves={sample?.leaves ?? []} paths={paths} onChange={setPaths} />
      <TriedRequests source={source.id} mapping={draft} isUsable={isUsable} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isUsable} loading={save.isPending} onClick={() => save.mutate()}>
          Save mapping
        </Button>
      </div>
    </div>
  )
}

/** The values of the request that says most. */
const richest = (samples: readonly MappingSample[]) =>
  samples.reduce<MappingSample['leaves']>((most, { leaves }) => (leaves.length > most.length ? leaves : most), [])

const pathsOf = ({ fields }: FieldMapping): Paths => Object.fromEntries(fields.map(({ field, path }) => [field, path]))

const fieldsOf = (paths: Paths): FieldMapping['fields'] =>
  mappedFields.flatMap(field => {
    const path = paths[field]
    return path === undefined ? [] : [{ field, path }]
  })
