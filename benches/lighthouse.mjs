// Runs Lighthouse on the first page: with a desktop's connection and processor, and with a phone's.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumPath, distFolder, fromEnvironment } from '../tests/e2e/support/environment.mjs';
import { startStaticServer } from '../tests/e2e/support/static-server.mjs';
import { atLeast, figure, median } from './support/statistics.mjs';

const LEAST = 95;
/** Scores vary from run to run: the median counts. */
const RUNS = 3;
/** Number of attempts for a run. */
const RECORDINGS = 4;
/** As in the end-to-end tests. Lighthouse starts the browser itself, so no other driver may be attached. */
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const TIMES = { 'first-contentful-paint': 'ms', 'largest-contentful-paint': 'ms', 'total-blocking-time': 'ms', 'speed-index': 'ms', 'cumulative-layout-shift': '' };

/** Scores out of 100, and the timings of the performance score. */
export async function lighthouse() {
  const fromPackage = (...file) => import(pathToFileURL(path.join(fromEnvironment('RICORDO_BENCH_PACKAGES'), ...file)).href);
  const { default: run, desktopConfig } = await fromPackage('lighthouse', 'core', 'index.js');
  const { launch } = await fromPackage('chrome-launcher', 'dist', 'index.js');
  // Static hosts compress files, too.
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
      printFailures(name, reports[0]);
    }
  } finally {
    await pages.close();
  }
  return results;
}

/** One run. Lighthouse sometimes fails to record a trace; then it is recorded again. */
async function report(run, launch, url, config) {
  for (let left = RECORDINGS; ; left -= 1) {
    const lhr = await oneReport(run, launch, url, config);
    if (!lhr.runtimeError) return lhr;
    if (left === 1) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  }
}

/** Runs in a new browser with an empty profile. */
async function oneReport(run, launch, url, config) {
  const browser = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS });
  try {
    const { lhr } = await run(url, { port: browser.port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES }, config);
    return lhr;
  } finally {
    await browser.kill();
  }
}

/** The audits that lower a score, as text. */
function printFailures(name, { categories, audits }) {
  for (const category of CATEGORIES) {
    for (const { id, weight } of categories[category].auditRefs) {
      const { score, title, displayValue = '' } = audits[id];
      if (weight > 0 && score !== null && score < 0.9) console.error(`  ${name}, ${category}: ${title} ${displayValue} (${Math.round(score * 100)})`);
    }
  }
}
