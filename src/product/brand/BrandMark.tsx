import type { Brand } from './brands.ts'

/** The mark of a brand, drawn in accent steps 7 to 9: a gable with a keyhole, towers, a factory window. */
export function BrandMark({ brand, size = 18 }: { brand: Brand; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      {brand === 'property' && <Gable />}
      {brand === 'condos' && <Towers />}
      {brand === 'mrloft' && <Window />}
    </svg>
  )
}

function Gable() {
  return (
    <>
      <path
        d="M9 1.2 1.4 7.4a1 1 0 0 0-.4.8v7.3A1.5 1.5 0 0 0 2.5 17h4.200v-5.200a2.3 2.3 0 0 1 4.6 0V17h4.200a1.5 1.5 0 0 0 1.5-1.500V8.200a1 1 0 0 0-.4-.8Z"
        fill="var(--kt-accent-9)"
      />
      <path d="M9 1.2 1.4 7.400a1 1 0 0 0-.4.8v.9L9 2.900l8 6.200v-.9a1 1 0 0 0-.4-.8Z" fill="var(--kt-accent-8)" />
    </>
  )
}

function Towers() {
  return (
    <>
      <rect x="1.5" y="7" width="4.2" height="10" rx="1" fill="var(--kt-accent-7)" />
      <rect x="6.9" y="1" width="4.2" height="16" rx="1" fill="var(--kt-accent-9)" />
      <rect x="12.3" y="10" width="4.2" height="7" rx="1" fill="var(--kt-accent-8)" />
    </>
  )
}

function Window() {
  const columns = [1.2, 6.6, 12]
  return (
    <g fill="var(--kt-accent-9)">
      <path d="M1.2 6.500A6 6 0 0 1 5.6 2v4.500Z" />
      <path d="M6.6 1.700h4.800v4.800H6.600Z" fill="var(--kt-accent-8)" />
      <path d="M12.4 2a6 6 0 0 1 4.4 4.500h-4.400Z" />
      {columns.map((x, index) => (
        <g key={x}>
          <rect x={x} y="7.5" width="4.8" height="4" fill={index === 1 ? 'var(--kt-accent-9)' : undefined} />
          <rect x={x} y="12.5" width="4.8" height="4" fill={index === 1 ? 'var(--kt-accent-8)' : undefined} />
        </g>
      ))}
    </g>
  )
}
