//! Scores in standard deviations, so that scores of different kinds can be added.

/// Mean and standard deviation.
pub(crate) struct Standard {
    mean: f32,
    deviation: f32,
}

impl Standard {
    pub(crate) fn of(values: impl Iterator<Item = f32> + Clone) -> Self {
        let count = values.clone().count() as f32;
        let mean = values.clone().sum::<f32>() / count;
        let squares: f32 = values.map(|value| (value - mean) * (value - mean)).sum();
        Self { mean, deviation: (squares / count).sqrt() }
    }

    /// A value in standard deviations from the mean; 0 if all values are equal.
    pub(crate) fn of_value(&self, value: f32) -> f32 {
        if self.deviation > 0.0 { (value - self.mean) / self.deviation } else { 0.0 }
    }
}
