import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A few settings that belong together. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb={4}>
        {title}
      </Title>
      {hint && (
        <Text className="quiet" fz="sm" mb="sm">
          {hint}
        </Text>
      )}
      {children}
    </Paper>
  );
}
