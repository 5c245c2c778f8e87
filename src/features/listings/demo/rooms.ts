import type { Random } from '../../../platform/demo/random.ts'
import { box, type Draw, path, windows } from './drawing.ts'

const room = (wall: string, floor: string) =>
  box(0, 0, 960, 640, wall) + path('M0 470H960V640H0Z', floor) + box(0, 462, 960, 10, '#ffffff')

const view = (random: Random, sky: string, x: number, y: number, width: number, height: number) => {
  const houses = Array.from({ length: 5 }, (_, index) => {
    const tall = random.between(40, Math.round(height * 0.6))
    return box(x + (index * width) / 5, y + height - tall, width / 6, tall, '#9db4cf')
  }).join('')
  const bars = `<path d="M${x + width / 2} ${y}v${height}M${x} ${y + height / 3}h${width}" stroke="#fff" stroke-width="8"/>`
  return `${box(x - 10, y - 10, width + 20, height + 20, '#ffffff', 4)}${box(x, y, width, height, sky)}${houses}${bars}`
}

const plant = (x: number, leaf: string) =>
  `${box(x - 22, 496, 44, 52, '#c98f72', 6)}<g fill="${leaf}"><ellipse cx="${x}" cy="440" rx="16" ry="66"/><ellipse cx="${x - 28}" cy="456" rx="14" ry="50" transform="rotate(-24 ${x - 28} 456)"/><ellipse cx="${x + 28}" cy="456" rx="14" ry="50" transform="rotate(24 ${x + 28} 456)"/></g>`

const floors = ['#d9b992', '#c9a27b', '#e2cdb0', '#b8b2a8'] as const
const paints = ['#f3f1ec', '#eef2f6', '#f4efe6', '#e9eef0'] as const

/** A living room with its window. */
export const livingRoom: Draw = (random, { sky, wall: [dark, middle, light], leaf }) =>
  [
    room(random.pick(paints), random.pick(floors)),
    view(random, sky[0], 110, 90, random.between(260, 340), 250),
    box(560, 120, 130, 100, '#ffffff', 4),
    box(572, 132, 106, 76, light, 2),
    box(730, 150, 90, 120, '#ffffff', 4),
    box(740, 160, 70, 100, middle, 2),
    `<ellipse cx="480" cy="580" rx="330" ry="42" fill="${light}"/>`,
    box(330, 380, 380, 90, dark, 20),
    box(310, 430, 420, 96, middle, 24),
    box(350, 400, 150, 66, middle, 16),
    box(530, 400, 150, 66, middle, 16),
    box(330, 520, 20, 26, '#5a4a3c'),
    box(690, 520, 20, 26, '#5a4a3c'),
    box(420, 548, 200, 16, '#8a6a4c', 6),
    box(440, 562, 12, 40, '#8a6a4c'),
    box(588, 562, 12, 40, '#8a6a4c'),
    plant(830, leaf),
    '<path d="M240 540V330" stroke="#4d5056" stroke-width="6"/>',
    path('M200 330L220 270H260L280 330Z', '#fff1cc'),
  ].join('')

/** A kitchen with an island. */
export const kitchen: Draw = (random, { sky, wall: [dark, middle, light] }) => {
  const cabinets = Array.from({ length: 6 }, (_, index) => {
    const x = 60 + index * 142
    if (index === 2 || index === 3) return ''
    return `${box(x, 60, 132, 130, light, 4)}${box(x + 108, 150, 6, 26, '#7a838d', 3)}`
  }).join('')
  const lamps = [340, 480, 620].map(
    x =>
      `<path d="M${x} 0V150" stroke="#4d5056" stroke-width="4"/>${path(`M${x - 32} 190L${x - 14} 150H${x + 14}L${x + 32} 190Z`, dark)}`,
  )
  return [
    room(random.pick(paints), random.pick(floors)),
    box(40, 250, 880, 90, '#e6ebf0'),
    view(random, sky[0], 356, 70, 250, 130),
    cabinets,
    box(40, 340, 880, 18, '#f8fafb'),
    box(40, 358, 880, 112, middle),
    ...[1, 2, 3, 4, 5].map(part => box(40 + part * 147, 358, 4, 112, dark)),
    box(720, 376, 120, 82, '#30363d', 6),
    box(732, 396, 96, 48, '#59636e', 4),
    ...lamps,
    box(190, 430, 580, 22, '#ffffff', 4),
    box(210, 452, 540, 120, dark, 4),
    ...[270, 430, 590].map(x => `${box(x, 500, 84, 14, '#a9825c', 6)}${box(x + 36, 514, 10, 92, '#6d5844')}`),
  ].join('')
}

/** A bedroom. */
export const bedroom: Draw = (random, { sky, wall: [dark, middle, light], leaf }) =>
  [
    room(random.pick(paints), random.pick(floors)),
    view(random, sky[0], 90, 100, 230, 230),
    box(380, 230, 440, 190, dark, 14),
    box(370, 380, 460, 150, '#ffffff', 18),
    box(370, 430, 460, 110, light, 14),
    box(370, 430, 460, 30, middle, 12),
    box(410, 350, 160, 70, '#f4f7fb', 18),
    box(630, 350, 160, 70, '#f4f7fb', 18),
    box(846, 420, 84, 110, '#a9825c', 4),
    path('M862 392L876 350H902L916 392Z', '#fff1cc'),
    box(886, 392, 6, 30, '#4d5056'),
    box(540, 110, 120, 84, '#ffffff', 4),
    box(550, 120, 100, 64, middle, 2),
    plant(190, leaf),
  ].join('')

/** A plan of the rooms. */
export const floorPlan: Draw = (random, { wall: [dark, , light] }, listing) => {
  const beds = Math.max(1, Math.min(3, Number(listing.BedroomsAboveGrade ?? 1)))
  const split = random.between(430, 520)
  const wall = (d: string) => `<path d="${d}" stroke="${dark}" stroke-width="9" fill="none" stroke-linecap="square"/>`
  const name = (x: number, y: number, text: string, size: string) =>
    `<g font-family="sans-serif" text-anchor="middle" fill="#4d5056"><text x="${x}" y="${y}" font-size="22" font-weight="600">${text}</text><text x="${x}" y="${y + 28}" font-size="18">${size}</text></g>`
  const size = () => `${random.between(9, 16)}′ × ${random.between(9, 14)}′`
  const height = 440 / beds
  const bedrooms = Array.from({ length: beds }, (_, index) => {
    const y = 100 + index * height
    return `${index > 0 ? wall(`M${split + 20} ${y}H820`) : ''}${name((split + 820) / 2, y + height / 2, beds > 1 ? `Bedroom ${index + 1}` : 'Bedroom', size())}${wall(`M${split} ${y + 20}V${y + height - 66}`)}`
  })
  return [
    box(0, 0, 960, 640, '#fbfcfd'),
    box(140, 100, 680, 440, '#ffffff'),
    box(140, 100, split - 140, 150, light).replace('/>', ' fill-opacity=".35"/>'),
    wall('M140 100H820V540H140Z'),
    wall(`M140 250H${split - 110}`),
    name((140 + split) / 2, 170, 'Kitchen', size()),
    name((140 + split) / 2, 350, 'Living', size()),
    wall(`M140 440H${split - 150}V540`),
    name(140 + (split - 290) / 2 + 6, 490, 'Bath', ''),
    ...bedrooms,
    windows(random, [180, 94, 200, 14], [2, 1], '#a6c5fd'),
    windows(random, [560, 94, 220, 14], [2, 1], '#a6c5fd'),
    box(split - 110, 534, 70, 14, '#ffffff'),
  ].join('')
}
