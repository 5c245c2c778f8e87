import { Graph, layout } from '@dagrejs/dagre'

/** A box of the flow, in pixels. */
export interface Box {
  id: string
  width: number
  height: number
}

/** A line from one box to another. */
export interface Line {
  id: string
  from: string
  to: string
  /** What is said beside it, such as "Yes · 148". */
  label?: string
}

/** Where the left upper corner of a box lies. */
export type Places = ReadonlyMap<string, { x: number; y: number }>

const GAP = { between: 36, below: 44, belowBranch: 76 }

/** Puts the boxes beneath each other, the ways of a branch side by side in the order of their lines. */
export function placesOf(boxes: readonly Box[], lines: readonly Line[]): Places {
  const graph = new Graph().setGraph({ rankdir: 'TB', nodesep: GAP.between, ranksep: GAP.below, rankalign: 'top' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const { from, to, label } of lines)
    graph.setEdge(from, to, label === undefined ? {} : { width: 1, height: GAP.belowBranch - GAP.below, labelpos: 'c' })
  layout(graph, { constraints: inOrder(lines) })
  return new Map(
    boxes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}

/** The boxes behind one box stand from left to right as its lines do. */
const inOrder = (lines: readonly Line[]): { left: string; right: string }[] =>
  [...Map.groupBy(lines, ({ from }) => from).values()].flatMap(ways =>
    ways.slice(1).map(({ to }, index) => ({ left: ways[index]?.to ?? '', right: to })),
  )
