import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { finishConnection } from './client.ts'

/** Where the form of a deal goes on: what was typed into it was kept. */
const BACK = '/deals#submit'

/** `/connect/dotloop`: where people come back to after they let the product read their loops, or did not. */
export function ConnectPage() {
  useBreadcrumbs([{ label: 'Connect Dotloop' }])
  const asked = useRef(false)
  const query = new URLSearchParams(location.search)
  const [code, state] = [query.get('code'), query.get('state')]
  const finish = useMutation({
    mutationFn: () => finishConnection(code ?? '', state ?? ''),
    onSuccess({ name }) {
      notify(`Dotloop is connected as ${name}.`)
      location.replace(BACK)
    },
  })
  useEffect(() => {
    if (!code || !state || asked.current) return
    asked.current = true
    finish.mutate()
  }, [code, state, finish])
  if (code && state && !finish.isError) return <Loading />
  return (
    <EmptyState
      isPage
      title="Dotloop is not connected"
      actions={
        <Button component="a" href={BACK}>
          Back to deals
        </Button>
      }
    >
      {finish.isError ? sentenceOf(finish.error) : 'Access was not granted. Nothing of your loops can be read.'}
    </EmptyState>
  )
}
