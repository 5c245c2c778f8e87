import '@xyflow/react/dist/base.css'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import {
  Background,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type ReactNode, useMemo } from 'react'
import classes from './Canvas.module.css'
import { type Box, type Line, type Places, placesOf } from './layout.ts'

/** A box of the picture, with what stands in it. */
export interface CanvasBox extends Box {
  content: ReactNode
}

/** A line of the picture, with what can be done in its middle. */
export interface CanvasLine extends Line {
  action?: ReactNode
}

interface CanvasProps {
  label: string
  boxes: readonly CanvasBox[]
  lines: readonly CanvasLine[]
  /** A press beside the boxes. */
  onRest(): void
}

type StepNode = Node<{ content: ReactNode }, 'step'>
type StepEdge = Edge<{ label: string | undefined; action: ReactNode }, 'way'>

const nodeTypes = { step: StepBox }
const edgeTypes = { way: Way }

/** The flow as a picture on a dotted field: dragged about, zoomed, its boxes pressed. What can be done is in the boxes. */
export function Canvas({ label, boxes, lines, onRest }: CanvasProps) {
  const places = usePlaces(boxes, lines)
  const nodes: StepNode[] = boxes.map(({ id, width, height, content }) => ({
    id,
    type: 'step',
    position: places.get(id) ?? { x: 0, y: 0 },
    width,
    height,
    data: { content },
    // What stands in it is pressed, though the box itself is neither dragged nor chosen.
    style: { pointerEvents: 'all' },
  }))
  const edges: StepEdge[] = lines.map(({ id, from, to, label: said, action }) => ({
    id,
    source: from,
    target: to,
    type: 'way',
    data: { label: said, action },
  }))
  return (
    <section className={classes.canvas} aria-label={label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        minZoom={0.3}
        maxZoom={1.5}
        fitView
        fitViewOptions={{ padding: 0.08, maxZoom: 1, minZoom: 0.5 }}
        onPaneClick={onRest}
      >
        <Background gap={22} size={1.4} color="var(--kt-line-strong)" />
        <Panel position="bottom-left">
          <Zoom />
        </Panel>
      </ReactFlow>
    </section>
  )
}

/** Laid out anew only when a box or a line comes, goes or changes its size. */
function usePlaces(boxes: readonly Box[], lines: readonly Line[]): Places {
  const shape = JSON.stringify({
    boxes: boxes.map(({ id, width, height }) => ({ id, width, height })),
    lines: lines.map(({ id, from, to, label }) => ({ id, from, to, ...(label !== undefined && { label: '' }) })),
  })
  return useMemo(() => {
    const drawn = JSON.parse(shape) as { boxes: Box[]; lines: Line[] }
    return placesOf(drawn.boxes, drawn.lines)
  }, [shape])
}

function StepBox({ data }: NodeProps<StepNode>) {
  return (
    <>
      <Handle type="target" position={Position.Top} className={classes.handle ?? ''} isConnectable={false} />
      {data.content}
      <Handle type="source" position={Position.Bottom} className={classes.handle ?? ''} isConnectable={false} />
    </>
  )
}

function Way({ sourceX, sourceY, targetX, targetY, data, id }: EdgeProps<StepEdge>) {
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition: Position.Bottom,
    targetPosition: Position.Top,
    borderRadius: 3,
    // All ways of a branch part at the same height.
    centerY: data?.label === undefined ? (sourceY + targetY) / 2 : sourceY + 28,
  })
  return (
    <>
      <path id={id} d={path} className={classes.line} />
      <EdgeLabelRenderer>
        {data?.label !== undefined && (
          <span className={classes.label} style={{ transform: `translate(${targetX + 16}px, ${targetY - 36}px)` }}>
            {data.label}
          </span>
        )}
        {data?.action && (
          <span
            className={classes.action}
            style={{ transform: `translate(${targetX - 11}px, ${targetY - (data.label === undefined ? 33 : 29)}px)` }}
          >
            {data.action}
          </span>
        )}
      </EdgeLabelRenderer>
    </>
  )
}

function Zoom() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const zoom = useStore(({ transform }) => transform[2])
  return (
    <div className={classes.zoom}>
      <ActionIcon variant="subtle" aria-label="Zoom out" onClick={() => void zoomOut()}>
        <IconMinus size={14} stroke={1.6} />
      </ActionIcon>
      <button type="button" title="Show all of it" onClick={() => void fitView({ padding: 0.08, maxZoom: 1 })}>
        {Math.round(zoom * 100)} %
      </button>
      <ActionIcon variant="subtle" aria-label="Zoom in" onClick={() => void zoomIn()}>
        <IconPlus size={14} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
