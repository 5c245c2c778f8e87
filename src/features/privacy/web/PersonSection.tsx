import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { count } from '../../../platform/web/text.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { LeadSearch } from '../../templates/web/pieces.tsx'
import type { Erasure, ErasurePreview } from '../contract.ts'
import { downloadPerson, erasePerson, erasurePreview } from './client.ts'
import classes from './Privacy.module.css'
import { keptSentence } from './wording.ts'

/** Looks a person up, to hand over or to erase what is held on them. */
export function PersonSection() {
  const [leadId, setLeadId] = useState<number | null>(null)
  const [erased, setErased] = useState<Erasure | null>(null)
  const pick = (id: number) => {
    setErased(null)
    setLeadId(id)
  }
  return (
    <FrameSection title="A person's data">
      <div className={classes.section}>
        <p className={classes.text}>
          Everybody may ask what is held on them, and to have it erased. Answer within 30 days.
        </p>
        <div className={classes.search}>
          <LeadSearch label="Person" autoFocus={false} onPick={({ id }) => pick(id)} />
        </div>
        {erased && (
          <p className={classes.done} role="status">
            Erased. {erased.kept.length > 0 ? erased.kept.map(keptSentence).join(' ') : 'Nothing is kept.'}
          </p>
        )}
        {leadId !== null && (
          <Person
            key={leadId}
            leadId={leadId}
            onErased={result => {
              setLeadId(null)
              setErased(result)
            }}
          />
        )}
      </div>
    </FrameSection>
  )
}

function Person({ leadId, onErased }: { leadId: number; onErased(erased: Erasure): void }) {
  const { data, error, refetch } = useQuery(erasurePreview(leadId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <Holdings preview={data} onErased={onErased} /> : <Loading />
}

function Holdings({ preview, onErased }: { preview: ErasurePreview; onErased(erased: Erasure): void }) {
  const { lead_id, name, removed, kept } = preview
  const [reason, setReason] = useState('They asked for it.')
  const mayExport = useSession().permissions.includes('export_leads')
  const download = useMutation({ mutationFn: () => downloadPerson(lead_id) })
  const erase = useMutation({ mutationFn: () => erasePerson(lead_id, reason.trim()), onSuccess: onErased })
  const ask = async () => {
    const sure = await confirm({
      title: `Erase ${name}`,
      message: ['This cannot be undone, and no backup brings it back by itself.', ...kept.map(keptSentence)].join(' '),
      destructive: true,
    })
    if (sure) erase.mutate()
  }
  const error = download.error ?? erase.error
  return (
    <section className={classes.person} aria-label={name}>
      <h3>{name}</h3>
      <dl className={classes.counts}>
        {removed.map(({ what, count: records }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{count(records)}</dd>
          </div>
        ))}
      </dl>
      {kept.map(one => (
        <p key={one.what} className={classes.kept}>
          {keptSentence(one)}
        </p>
      ))}
      <TextInput
        label="Reason for erasing"
        description="It stays, so it should name nobody."
        maxLength={300}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        {mayExport && (
          <Button size="md" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            Download everything
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          className={classes.erase}
          disabled={reason.trim() === ''}
          loading={erase.isPending}
          onClick={() => void ask()}
        >
          Erase this person
        </Button>
      </div>
      <p className={classes.failure} role="alert">
        {error && sentenceOf(error)}
      </p>
    </section>
  )
}
