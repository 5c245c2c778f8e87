import type { UseQueryResult } from '@tanstack/react-query'
import type { Report } from '../../../reports/contract.ts'
import { sentenceOf } from '../../../reports/rules/sentences.ts'
import { ResponseHistogram } from '../../../reports/web/pieces.tsx'
import { Block } from './Block.tsx'

/** New leads by how long they waited for their first answer. */
export function ResponseBlock({
  responses,
  onOpen,
}: {
  responses: UseQueryResult<Report>
  onOpen(metric: string): void
}) {
  const { data } = responses
  return (
    <Block title="First response" query={responses} sentence={data && sentenceOf(data)}>
      {data && <ResponseHistogram report={data} onOpen={onOpen} />}
    </Block>
  )
}
