// What Lighthouse says of the first page: with a desktop's connection and processor, and with a phone's.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumPath, distFolder, told } from '../tests/e2e/support/environment.mjs';
import { startStaticServer } from '../tests/e2e/support/static-server.mjs';
import { atLeast, figure, median } from './support/statistics.mjs';

const LEAST = 95;
/** Marks vary from run to run: the middle one counts. */
const RUNS = 3;
/** How often a run is tried. */
const RECORDINGS = 4;
/** As in the end-to-end tests; Lighthouse brings its own way to start a browser, and wants no other driver beside it. */
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const TIMES = { 'first-contentful-paint': 'ms', 'largest-contentful-paint': 'ms', 'total-blocking-time': 'ms', 'speed-index': 'ms', 'cumulative-layout-shift': '' };

/** Marks out of 100, and the times behind the first of them. */
export async function lighthouse() {
  const fromPackage = (...file) => import(pathToFileURL(path.join(told('RICORDO_BENCH_PACKAGES'), ...file)).href);
  const { default: run, desktopConfig } = await fromPackage('lighthouse', 'core', 'index.js');
  const { launch } = await fromPackage('chrome-launcher', 'dist', 'index.js');
  // As hosts of static files serve it.
  const pages = await startStaticServer(distFolder(), { compressed: true });
  const results = [];
  try {
    for (const [name, config] of [['desktop', desktopConfig], ['phone', undefined]]) {
      const reports = [];
      for (let at = 0; at < RUNS; at += 1) reports.push(await report(run, launch, `${pages.url}/`, config));
      const middle = select => median(reports.map(select));
      for (const category of CATEGORIES) {
        const mark = middle(({ categories }) => categories[category].score * 100);
        results.push(atLeast(`lighthouse, ${name}: ${category}`, '', mark, LEAST));
      }
      for (const [audit, unit] of Object.entries(TIMES)) results.push(figure(`lighthouse, ${name}: ${audit}`, unit, middle(({ audits }) => audits[audit].numericValue)));
      tellFailures(name, reports[0]);
    }
  } finally {
    await pages.close();
  }
  return results;
}

/** One run; a trace that was not recorded, which Lighthouse says at times, is recorded again. */
async function report(run, launch, url, config) {
  for (let left = RECORDINGS; ; left -= 1) {
    const lhr = await oneReport(run, launch, url, config);
    if (!lhr.runtimeError) return lhr;
    if (left === 1) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  }
}

/** In a browser of its own, with an empty profile. */
async function oneReport(run, launch, url, config) {
  const browser = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS });
  try {
    const { lhr } = await run(url, { port: browser.port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES }, config);
    return lhr;
  } finally {
    await browser.kill();
  }
}

/** What costs marks, in words. */
function tellFailures(name, { categories, audits }) {
  for (const category of CATEGORIES) {
    for (const { id, weight } of categories[category].auditRefs) {
      const { score, title, displayValue = '' } = audits[id];
      if (weight > 0 && score !== null && score < 0.9) console.error(`  ${name}, ${category}: ${title} ${displayValue} (${Math.round(score * 100)})`);
    }
  }
}
