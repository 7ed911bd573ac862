import { csv } from './csv.ts';
import { json } from './json.ts';
import { saga } from './saga.ts';
import type { Target } from './target.ts';
import { ublRo } from './ubl-ro.ts';
import { winmentor } from './winmentor.ts';
import { xlsx } from './xlsx.ts';

/** Every program that invoices can go to, in the order in which they are offered. */
export const targets: readonly Target[] = [saga, ublRo, winmentor, csv, xlsx, json];

/** @returns null for a name that is none's */
export const targetNamed = (name: string): Target | null => targets.find((target) => target.name === name) ?? null;
