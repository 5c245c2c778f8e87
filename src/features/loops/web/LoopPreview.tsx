import { Checkbox } from '@mantine/core'
import { IconFileTypePdf, IconInfoCircle, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { LoopClient, LoopDetails, LoopFile } from '../contract.ts'
import { loopAddress, loopSentences } from '../rules/loops.ts'
import { loopQuery } from './client.ts'
import classes from './LoopImport.module.css'
import type { useLoopImport } from './useLoopImport.ts'

/** The loop that is looked at, with its files. */
export type LoopWork = ReturnType<typeof useLoopImport>

/** What an import of a loop would change. */
export type CompareLoop = (loop: { details: LoopDetails; clients: readonly LoopClient[] }) => ReactNode

interface LoopPreviewProps {
  work: LoopWork
  loopId: number
  compare: CompareLoop
  /** What stands beside the name. */
  standing: ReactNode
}

/** What a loop says beside what an import of it would change, with its people and its files. */
export function LoopPreview({ work, loopId, compare, standing }: LoopPreviewProps) {
  const { data, error } = useQuery(loopQuery(loopId))
  useShownError(error)
  if (error)
    return (
      <p className={classes.problem} role="alert">
        {serverSentence(error, loopSentences.importFailed)}
      </p>
    )
  if (!data) return <div className={classes.grey} role="status" aria-label="Loading..." />
  const { loopDetails: details, clients, files } = data
  return (
    <>
      <header className={classes.about}>
        <h3 dir="auto">{loopAddress(details)}</h3>
        <p dir="auto">
          {`Loop “${details.name}” · created ${shortDay(details.created, new Date())} · changed ${shortDay(details.updated, new Date())}`}
        </p>
        {standing}
      </header>
      {compare({ details, clients })}
      <People clients={clients} />
      <Files files={files} work={work} />
      {details.unmapped.length > 0 && (
        <p className={classes.note}>
          <IconInfoCircle size={15} stroke={1.6} aria-hidden />
          <span>
            {details.unmapped.map(({ name }) => name).join(', ')} {details.unmapped.length === 1 ? 'goes' : 'go'} into
            the notes.
          </span>
        </p>
      )}
    </>
  )
}

function People({ clients }: { clients: readonly LoopClient[] }) {
  if (clients.length === 0) return null
  return (
    <section aria-label="Clients">
      <h4>Clients</h4>
      <ul className={classes.people}>
        {clients.map(({ fullName, email, isOnCRM }) => (
          <li key={`${fullName} ${email}`}>
            <b dir="auto">{fullName}</b>
            {isOnCRM ? (
              <span>
                <IconLink size={13} stroke={1.6} aria-hidden /> on CRM, same e-mail
              </span>
            ) : (
              <Badge hue="blue">New lead</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Files({ files, work }: { files: readonly LoopFile[]; work: LoopWork }) {
  if (files.length === 0) return <p className={classes.quiet}>This loop has no documents.</p>
  return (
    <section aria-label="Files">
      <h4>
        Files <span>{`${work.chosen.length} of ${files.length} selected`}</span>
      </h4>
      <ul className={classes.files}>
        {files.map(file => (
          <li key={file.id}>
            <Checkbox
              checked={work.chosen.some(({ id }) => id === file.id)}
              onChange={() => work.toggle(file)}
              label={
                <span className={classes.file}>
                  <IconFileTypePdf size={15} stroke={1.6} color="var(--kt-red-text)" aria-hidden /> {file.name}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
