import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { readFiles } from '@/lib/skin/read-files'
import { folderWith } from '@/lib/test-support'
import { brokenFiles } from './broken-files'

const brokenIn = (folder: string) =>
  brokenFiles(readFiles(folder, () => {}).served).map(({ file, message }) => `${file} ${message}`)

const svg = (content = '') => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`

it('brokenFiles finds nothing when each file is what its name says, or another picture that browsers show', () => {
  for (const folder of ['skin', 'e2e/skins/neon', 'e2e/skins/orange']) expect(brokenIn(folder)).toEqual([])
  const files = {
    'a.jpg': Buffer.from('ffd8ffe0', 'hex'),
    'b.webp': Buffer.from('52494646102030405745425056503820', 'hex'),
    'c.png': Buffer.from('ffd8ffe0', 'hex'),
    'd.svg': `\uFEFF<?xml version="1.0"?><!DOCTYPE svg><svg:svg\n xmlns:svg="http://www.w3.org/2000/svg"/>`,
    'e.svg': svg('x'.repeat(490_000)),
    'f.css': 'a {}',
    'security.txt': 'Contact: mailto:a@acme.example',
  }
  expect(brokenIn(folderWith(files))).toEqual([])
})

it('brokenFiles names each picture and font with another content', () => {
  const picture = 'is not a PNG, JPEG, WebP or ICO picture'
  const vector = 'is not a whole SVG picture with <svg xmlns="http://www.w3.org/2000/svg">'
  const files = {
    'cut.svg': svg().replace('</svg>', '<rect width="10"'),
    'empty.webp': '',
    'favicon.ico': '<!doctype html>',
    'font.woff2': 'OTTO',
    'html.svg': '<svg viewBox="0 0 1 1" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    'logo.png': Buffer.concat([Buffer.from('00', 'hex'), randomBytes(1000)]),
    'photo.jpg': svg(),
    'picture.svg': Buffer.from('89504e470d0a1a0a', 'hex'),
  }
  expect(brokenIn(folderWith(files))).toEqual([
    `cut.svg ${vector}`,
    `empty.webp ${picture}`,
    `favicon.ico ${picture}`,
    'font.woff2 is not a WOFF2 font',
    `html.svg ${vector}`,
    `logo.png ${picture}`,
    `photo.jpg ${picture}`,
    `picture.svg ${vector}`,
  ])
})

it('brokenFiles names a picture above the limit, but not a font', () => {
  const font = Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(1_000_000)])
  expect(brokenIn(folderWith({ 'logo.svg': svg('x'.repeat(5_000_000)), 'own.woff2': font }))).toEqual([
    'logo.svg has 5.0 MB, so users on a phone wait for it: at most 0.5 MB',
  ])
})
