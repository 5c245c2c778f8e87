import type { Random } from '../../../platform/demo/random.ts'
import { box, type Draw, type PictureInks, path, windows } from './drawing.ts'

const sky = (random: Random, { sky: [high, low] }: PictureInks) =>
  `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>${box(0, 0, 960, 640, 'url(#sky)')}${cloud(random.between(60, 300), random.between(50, 130))}${cloud(random.between(560, 820), random.between(40, 110))}`

const cloud = (x: number, y: number) =>
  `<g fill="#fff" fill-opacity=".65"><ellipse cx="${x}" cy="${y}" rx="70" ry="18"/><ellipse cx="${x + 34}" cy="${y - 14}" rx="42" ry="18"/></g>`

const tree = (x: number, size: number, { leaf }: PictureInks) =>
  `${box(x - size * 0.06, 560 - size * 0.5, size * 0.12, size * 0.5, '#7a6450')}<ellipse cx="${x}" cy="${560 - size * 0.85}" rx="${size * 0.42}" ry="${size * 0.52}" fill="${leaf}"/><ellipse cx="${x - size * 0.12}" cy="${560 - size * 0.95}" rx="${size * 0.2}" ry="${size * 0.26}" fill="#fff" fill-opacity=".14"/>`

const street = ({ ground }: PictureInks) =>
  box(0, 552, 960, 88, ground) + box(0, 588, 960, 52, '#b9c0c8') + box(0, 586, 960, 4, '#fff')

/** A tower of apartments. */
export const tower: Draw = (random, inks) => {
  const [dark, middle, light] = inks.wall
  const height = random.between(330, 470)
  const width = random.between(190, 260)
  const x = random.between(250, 420)
  const side = random.happens(0.5) ? x + width - 30 : x - 150
  const lower = random.between(180, 270)
  const floors = Math.round(height / 34)
  const balconies = Array.from({ length: floors - 1 }, (_, floor) =>
    box(x - 12, 552 - height + (floor + 1) * 34, 24 + width, 5, light),
  ).join('')
  return [
    sky(random, inks),
    skyline(random),
    box(side, 552 - lower, 180, lower, middle, 4),
    windows(random, [side + 8, 556 - lower, 164, lower - 20], [5, Math.round(lower / 38)], inks.glass),
    box(x, 552 - height, width, height, dark, 6),
    box(x, 552 - height, width * 0.32, height, middle, 6),
    windows(random, [x + 8, 560 - height, width - 16, height - 60], [7, floors - 2], inks.glass),
    balconies,
    box(x - 30, 500, width + 60, 52, light, 3),
    box(x + width / 2 - 26, 512, 52, 40, inks.glass, 2),
    street(inks),
    ...[80, 190, 780, 890].map(place => tree(place + random.between(-24, 24), random.between(70, 120), inks)),
  ].join('')
}

const skyline = (random: Random) =>
  Array.from({ length: 9 }, (_, index) => {
    const height = random.between(70, 210)
    return box(index * 110 - 10, 552 - height, random.between(60, 104), height, '#fff').replace(
      '/>',
      ' fill-opacity=".38"/>',
    )
  }).join('')

/** A warehouse that became lofts. */
export const loft: Draw = (random, inks) => {
  const [brick, lighter] = ['#9c5f47', '#b87a5d']
  const arches = (y: number) =>
    Array.from({ length: 6 }, (_, column) => {
      const x = 190 + column * 98
      const pane = random.happens(0.25) ? '#fff0c9' : inks.glass
      return `${path(`M${x} ${y + 96}V${y + 30}a36 30 0 0 1 72 0V${y + 96}Z`, pane)}<path d="M${x + 36} ${y}V${y + 96}M${x} ${y + 34}H${x + 72}M${x} ${y + 64}H${x + 72}" stroke="#4a3a33" stroke-width="4" fill="none"/>`
    }).join('')
  return [
    sky(random, inks),
    skyline(random),
    box(160, 150, 640, 402, brick, 3),
    box(160, 140, 640, 22, lighter, 3),
    box(random.between(220, 620), 90, 96, 52, '#5b4a42', 3),
    ...[0, 1, 2].map(row => box(160, 296 + row * 122, 640, 8, lighter)),
    arches(188),
    arches(310),
    arches(432),
    box(430, 446, 100, 106, inks.door, 3),
    street(inks),
    tree(90, 130, inks),
    tree(870, 118, inks),
  ].join('')
}

/** A row of townhouses. */
export const townhouses: Draw = (random, inks) => {
  const houses = Array.from({ length: 5 }, (_, index) => {
    const x = 90 + index * 156
    const wall = inks.wall[(index + random.between(0, 1)) % 3] ?? inks.wall[1]
    const top = 250 + (index % 2) * 14
    return [
      box(x, top, 156, 552 - top, wall),
      path(`M${x - 4} ${top}L${x + 78} ${top - 74}L${x + 160} ${top}Z`, inks.roof),
      windows(random, [x + 12, top + 16, 132, 190], [2, 2], inks.glass),
      box(x + 54, 462, 48, 90, index === 2 ? inks.door : '#46566b', 3),
      box(x + 44, 546, 68, 8, '#fff'),
    ].join('')
  })
  return [sky(random, inks), ...houses, street(inks), tree(50, 120, inks), tree(910, 130, inks)].join('')
}

/** A house of its own. */
export const house: Draw = (random, inks) => {
  const [dark, middle, light] = inks.wall
  const flip = random.happens(0.5) ? 'transform="translate(960 0) scale(-1 1)"' : ''
  const garage = `${box(600, 384, 200, 168, light)}${path('M584 384L700 308L816 384Z', inks.roof)}${box(626, 430, 148, 122, '#f5f7fa', 4)}<path d="M626 470h148M626 510h148" stroke="#cfd6de" stroke-width="4"/>`
  const main = [
    box(220, 300, 400, 252, middle),
    box(220, 300, 400, 16, dark),
    path('M188 304L420 150L652 304Z', inks.roof),
    box(540, 170, 40, 90, dark),
    windows(random, [252, 330, 336, 90], [4, 1], inks.glass),
    windows(random, [252, 446, 140, 90], [2, 1], inks.glass),
    windows(random, [470, 446, 130, 90], [2, 1], inks.glass),
    box(404, 446, 56, 106, inks.door, 3),
    box(388, 546, 88, 8, '#fff'),
    `<circle cx="420" cy="244" r="26" fill="${inks.glass}"/>`,
  ].join('')
  const garden = box(0, 540, 960, 50, '#b9d3ae')
  return `${sky(random, inks)}<g ${flip}>${garden}${garage}${main}</g>${street(inks).replace(inks.ground, '#b9d3ae')}${tree(110, random.between(130, 190), inks)}${tree(870, random.between(100, 160), inks)}`
}
