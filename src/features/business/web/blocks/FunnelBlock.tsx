import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../../../reports/rules/sentences.ts'
import { reportQuery } from '../../../reports/web/client.ts'
import { FunnelChart } from '../../../reports/web/pieces.tsx'
import type { PeriodQuestion } from '../client.ts'
import { Block } from './Block.tsx'

/** How far the leads of the period have got. */
export function FunnelBlock({ asked }: { asked: PeriodQuestion }) {
  const navigate = useNavigate()
  const funnel = useQuery({ ...reportQuery({ name: 'funnel', ...asked }), placeholderData: keepPreviousData })
  const { data } = funnel
  const open = (metric: string, row: string) =>
    void navigate({ to: '/reports', search: { report: 'funnel', ...asked, open: metric, row } as never })
  return (
    <Block title="From lead to deal" query={funnel} sentence={data && sentenceOf(data)}>
      {data && <FunnelChart report={data} onOpen={open} />}
    </Block>
  )
}
