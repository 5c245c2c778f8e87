import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { importQuery } from './client.ts'
import classes from './ImportPage.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { MappingForm } from './MappingForm.tsx'
import { PastImports } from './PastImports.tsx'
import { SendFile } from './SendFile.tsx'

/** Files of leads: send one, say what its columns are, watch it arrive, take it back. `?import=12` is one of them. */
export function ImportPage() {
  const { import: asked } = useSearch({ strict: false }) as { import?: unknown }
  const id = Number(asked)
  const navigate = useNavigate()
  const open = (next: number | null) => void navigate({ to: '/imports', search: next === null ? {} : { import: next } })
  return (
    <div className={classes.screen} data-fills>
      {Number.isInteger(id) && id > 0 ? (
        <OneImport key={id} id={id} onLeave={() => open(null)} />
      ) : (
        <div className={classes.start}>
          <SendFile onSent={open} />
          <PastImports onOpen={open} />
        </div>
      )}
    </div>
  )
}

function OneImport({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(importQuery(id))
  useBreadcrumbs(data ? [{ label: data.file_name }] : [])
  if (data?.status === 'waiting') return <MappingForm waiting={data} onLeave={onLeave} />
  if (data) return <ImportProgress id={id} onLeave={onLeave} />
  if (error)
    return (
      <ErrorState isPage error={error} onRetry={() => void refetch()}>
        Nothing was imported or changed.
      </ErrorState>
    )
  return <Loading />
}
