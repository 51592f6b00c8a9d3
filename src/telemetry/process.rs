//! Resource usage of the process, under the standard Prometheus names.

use std::{
    fmt, fs,
    time::{Duration, SystemTime},
};

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{counter::ConstCounter, gauge::ConstGauge},
};

/// CPU time of all threads since the process started; zero if the system does not report it.
pub fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// The `process_*` metrics, read on each scrape. Memory and files are available on Linux only.
#[derive(Debug)]
pub struct ProcessMetrics {
    started_at: Duration,
}

impl ProcessMetrics {
    /// Creates the metrics of a process that has just started.
    pub fn new() -> Self {
        Self { started_at: SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default() }
    }
}

impl Default for ProcessMetrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let mut write = |name: &str, help: &str, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        let cpu = ConstCounter::new(cpu_time().as_secs_f64());
        write("process_cpu_seconds", "CPU time used, in seconds", &cpu)?;
        let start = ConstGauge::new(self.started_at.as_secs_f64());
        write("process_start_time_seconds", "Start time of the process, in seconds since the Unix epoch", &start)?;
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bytes = |name: &str| number(&status, name).map(|kib| ConstGauge::new(kib * 1024));
        if let Some(resident) = bytes("VmRSS:") {
            write("process_resident_memory_bytes", "Resident memory, in bytes", &resident)?;
        }
        if let Some(size) = bytes("VmSize:") {
            write("process_virtual_memory_bytes", "Virtual memory, in bytes", &size)?;
        }
        if let Ok(open) = fs::read_dir("/proc/self/fd") {
            // One of them is the open folder itself.
            let open = ConstGauge::new(open.count().saturating_sub(1) as i64);
            write("process_open_fds", "Open file descriptors", &open)?;
        }
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        if let Some(most) = number(&limits, "Max open files") {
            write("process_max_fds", "Maximum number of open file descriptors", &ConstGauge::new(most))?;
        }
        Ok(())
    }
}

/// The first number in the line with this beginning.
fn number(text: &str, line: &str) -> Option<i64> {
    let rest = text.lines().find_map(|one| one.strip_prefix(line))?;
    rest.split_whitespace().next()?.parse().ok()
}
