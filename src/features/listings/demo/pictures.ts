import sharp from 'sharp'
import type { DemoPhoto } from '../../../integrations/mls/fake.ts'
import type { ODataRecord } from '../../../integrations/mls/odata.ts'
import { type Random, randomOf } from '../../../platform/demo/random.ts'
import type { Draw, PictureInks } from './drawing.ts'
import { house, loft, tower, townhouses } from './fronts.ts'
import { bedroom, floorPlan, kitchen, livingRoom } from './rooms.ts'

const WIDTH = 1280
const QUALITY = 82

const skies = [
  ['#bcd6fb', '#eaf2ff'],
  ['#cfe0f8', '#f6f0ea'],
  ['#c3d7ee', '#e9eef4'],
  ['#b7d3f2', '#fdf1e3'],
] as const
const walls = [
  ['#2862d3', '#568df5', '#a6c5fd'],
  ['#3d5a80', '#6d8fb8', '#c5d5e8'],
  ['#8a5a44', '#b37a5e', '#e3c3ae'],
  ['#5d6b7a', '#8c9aa9', '#d3dae2'],
  ['#7a6a55', '#a8957a', '#e5dac8'],
  ['#1f7a75', '#4fa6a0', '#bfe0dc'],
] as const

const inksOf = (random: Random): PictureInks => ({
  sky: random.pick(skies),
  wall: random.pick(walls),
  roof: random.pick(['#3b4656', '#54433b', '#2f3e55', '#64707f']),
  door: random.pick(['#b5442f', '#1d3a5f', '#e0a437', '#2d5d4b']),
  leaf: random.pick(['#5f9b74', '#74a86a', '#4f8a78']),
  glass: random.pick(['#dcebff', '#fbe9c2', '#cfe3f5']),
  ground: random.pick(['#dfe7ea', '#dbe5d6', '#e4e2dc']),
})

/** What stands in a home's photos, in their order. */
function scenesOf(listing: ODataRecord): readonly { caption: string; draw: Draw }[] {
  const kind = String(listing.PropertySubType ?? '')
  const random = randomOf(hashOf(String(listing.ListingKey)), 7)
  const front = /Apartment/.test(kind) ? (random.happens(0.22) ? loft : tower) : /Town/.test(kind) ? townhouses : house
  const scenes = [
    { caption: 'Front of the building', draw: front },
    { caption: 'Living room', draw: livingRoom },
    { caption: 'Kitchen', draw: kitchen },
    { caption: 'Bedroom', draw: bedroom },
    { caption: 'Floor plan', draw: floorPlan },
  ]
  // A home in a hundred has no photos yet, and some have few.
  return random.happens(0.02) ? [] : scenes.slice(0, random.between(3, 5))
}

/** The photos of a home, as the demo's listing service tells of them. */
export const demoPhotos = (listing: ODataRecord): DemoPhoto[] =>
  scenesOf(listing).map(({ caption }) => ({ ShortDescription: caption }))

/** The file of one of them: drawn, and the same each time. */
export async function demoPhotoFile(listing: ODataRecord, order: number): Promise<Buffer | null> {
  const scene = scenesOf(listing)[order]
  if (!scene) return null
  const key = String(listing.ListingKey)
  const svg = pictureOf(scene.draw(randomOf(hashOf(key), order), inksOf(randomOf(hashOf(key), 99)), listing))
  return sharp(Buffer.from(svg), { density: 96 }).resize({ width: WIDTH }).jpeg({ quality: QUALITY }).toBuffer()
}

const pictureOf = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" viewBox="0 0 960 640">${inside}</svg>`

const hashOf = (text: string) =>
  [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 17)
