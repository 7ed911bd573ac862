import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ActivityDay } from '../../server/contract/window.ts';
import { useFormats } from '../i18n/format.ts';

interface Part {
  name: string;
  colour: string;
  value: (day: ActivityDay) => number | null;
}

/** A bar for each day. Those who cannot see it get the same as a table. */
export function DayPlot({ title, days, parts }: { title: string; days: ActivityDay[]; parts: Part[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const data = days.map((day) => ({
    day: day.day,
    ...Object.fromEntries(parts.map(({ name, value }) => [name, value(day)])),
  }));
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <div className="plot" aria-hidden>
        <ResponsiveContainer width="100%" height={220}>
          <BarChart data={data} margin={{ left: -18, right: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="day"
              tickFormatter={formats.shortDate}
              minTickGap={28}
              tickLine={false}
              stroke="var(--quiet)"
              fontSize={12}
            />
            <YAxis
              allowDecimals={false}
              tickFormatter={formats.number}
              tickLine={false}
              axisLine={false}
              stroke="var(--quiet)"
              fontSize={12}
            />
            <Tooltip
              separator=": "
              cursor={{ fill: 'var(--line)', opacity: 0.4 }}
              contentStyle={{ background: 'var(--mantine-color-body)', border: '1px solid var(--line)' }}
              labelFormatter={(day) => formats.date(String(day))}
              formatter={(value) => formats.number(Number(value))}
            />
            {parts.map(({ name, colour }) => (
              <Bar key={name} dataKey={name} stackId="day" fill={colour} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      {/* A table is never smaller than its rows: what hides it stands around it. */}
      <div className="for-readers">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('activity.day')}</th>
              {parts.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{formats.date(day.day)}</th>
                {parts.map(({ name, value }) => (
                  <td key={name}>{value(day) ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Paper>
  );
}
